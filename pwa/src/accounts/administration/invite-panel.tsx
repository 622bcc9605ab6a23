import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { addInvitationCall, type Invitation, listInvitationsCall, revokeInvitationCall } from '@shop/shared/accounts/calls/sign-up.ts'
import { INVITATION_DAYS } from '@shop/shared/accounts/rules/sign-up.ts'
import { emailSchema } from '@shop/shared/accounts/rules.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useCall, useSyncStatus } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { fieldsOf, sentenceOf } from '../../ui/error-message.ts'
import { Tag } from '../../ui/tag.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import { useCalled } from '../../ui/use-called.ts'
import { useMoments } from '../../ui/use-moments.ts'
import { useShopForm } from '../../ui/use-shop-form.ts'
import classes from '../sessions-card.module.css'

const schema = z.object({ email: emailSchema })

/** The actions on invitations. Each shows its outcome and reads the list again. */
function useInviting({ show, fail, clear }: { show: (text: string) => void; fail: (sentence: string) => void; clear: () => void }) {
  const call = useCall()
  const { busy, run } = useBusy()
  const listed = useCalled(listInvitationsCall)
  const [link, setLink] = useState<string | null>(null)
  const { form, element, submit, mark } = useShopForm({ initialValues: { email: '' }, schema, onChange: clear })
  const act = (work: () => Promise<void>) =>
    run(async () => {
      clear()
      try {
        await work()
      } catch (thrown) {
        const fields = fieldsOf(thrown)
        mark(fields)
        if (Object.keys(fields).length === 0) fail(sentenceOf(thrown))
      }
      await listed.load()
    })
  const invite = submit((values) =>
    act(async () => {
      const { email } = schema.parse(values)
      await call(addInvitationCall, { body: { email } })
      form.reset()
      const isLeaving = listed.answer?.mailsLeave === true
      show(isLeaving ? `The invitation to ${email} is on its way` : `The invitation to ${email} waits under E-mail: hand it on from there`)
    }),
  )
  const makeLink = () => act(async () => setLink((await call(addInvitationCall, { body: {} })).link))
  const withdraw = ({ id }: Invitation) =>
    act(async () => {
      await call(revokeInvitationCall, { params: { id } })
      show('The invitation is withdrawn')
    })
  return { listed, busy, link, form, element, invite, makeLink, withdraw }
}

/** Invites people to create an account, by mail or by a link, and lists the invitations. */
export function InvitePanel() {
  const { online } = useSyncStatus()
  const { props: banner, show, fail } = useBanner()
  const { listed, busy, link, form, element, invite, makeLink, withdraw } = useInviting({ show, fail, clear: banner.onClear })
  const { answer, problem } = listed
  const isBlocked = !online || busy
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {`Somebody who is invited creates an account within ${INVITATION_DAYS} days, with the invited e-mail. Each invitation works once.`}
      </Text>
      <Banner {...banner} inline />
      <form ref={element} onSubmit={invite} noValidate>
        <Stack>
          <TextInput label="Email" type="email" inputMode="email" autoComplete="off" data-autofocus {...form.getInputProps('email')} />
          <Button type="submit" disabled={isBlocked}>
            Send invitation
          </Button>
        </Stack>
      </form>
      {link === null ? (
        <Button variant="default" disabled={isBlocked} onClick={() => void makeLink()}>
          Make a link to hand on
        </Button>
      ) : (
        <LinkToHandOn link={link} onCopied={show} />
      )}
      {!online && <p className={classes.note}>You are offline. Inviting needs the server.</p>}
      {answer?.rule === 'off' && (
        <p className={classes.note}>Nobody can use an invitation now: new accounts are switched off under Settings.</p>
      )}
      {problem !== null && <p role="alert">{problem}</p>}
      {answer === null && problem === null && online && <Skeleton height={64} role="status" aria-label="Loading..." />}
      {answer && <InvitationList invitations={answer.invitations} isBlocked={isBlocked} onWithdraw={(one) => void withdraw(one)} />}
    </Stack>
  )
}

/** An invitation's link, which is shown only now. */
function LinkToHandOn({ link, onCopied }: { readonly link: string; readonly onCopied: (text: string) => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(link).then(
      () => onCopied('Copied'),
      () => onCopied('Please select the link and copy it by hand'),
    )
  }
  return (
    <Stack gap="xs">
      <TextInput
        label="Link to hand on"
        description="Whoever has it can create one account. It is shown only now."
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="default" onClick={() => void copy()}>
        Copy the link
      </Button>
    </Stack>
  )
}

const STATES: Readonly<Record<Invitation['state'], string>> = { open: 'Open', used: 'Used', old: 'Too old', revoked: 'Withdrawn' }

type ListProps = {
  readonly invitations: readonly Invitation[]
  readonly isBlocked: boolean
  readonly onWithdraw: (invitation: Invitation) => void
}

function InvitationList({ invitations, isBlocked, onWithdraw }: ListProps) {
  const { day } = useMoments()
  if (invitations.length === 0) return null
  return (
    <ul className={classes.list} aria-label="Invitations">
      {invitations.map((invitation) => {
        const { id, email, state, invitedBy, createdAt, expiresAt } = invitation
        const name = email ?? 'Link to hand on'
        return (
          <li key={id} className={classes.device}>
            <span className={classes.words}>
              <bdi className={classes.name}>{name}</bdi>
              <span className={classes.note}>
                {state === 'open' ? `Until ${day(Date.parse(expiresAt))}` : `Made on ${day(Date.parse(createdAt))}`}, by{' '}
                <bdi>{invitedBy}</bdi>
              </span>
            </span>
            {state === 'open' ? (
              <Button
                variant="default"
                disabled={isBlocked}
                onClick={() => onWithdraw(invitation)}
                aria-label={`Withdraw the invitation: ${name}`}
              >
                Withdraw
              </Button>
            ) : (
              <Tag tone={state === 'used' ? 'good' : 'neutral'}>{STATES[state]}</Tag>
            )}
          </li>
        )
      })}
    </ul>
  )
}
