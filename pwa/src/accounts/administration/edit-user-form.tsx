import { Button, Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { editUserCall } from '@shop/shared/accounts/calls/administration.ts'
import { type User, users } from '@shop/shared/accounts/schema.ts'
import { kernelRefusals, Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { dollarsFromCents, formatCents, parseSignedDollars, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { adjustBalanceCall } from '@shop/shared/sales/calls.ts'
import { balances } from '@shop/shared/sales/schema.ts'
import { useMemo, useState } from 'react'
import { useCall, useDevice, useLive, usePendingActions, useSyncStatus } from '../../sync/api.ts'
import { fieldsOf, isAnswer } from '../../ui/error-message.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { useShopForm } from '../../ui/use-shop-form.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { editUserSchema, profileChanges, valuesOf } from './edit-user-values.ts'
import { awaitsProof, shownUsername } from './person-list.ts'
import { usePersonActs } from './use-person-acts.ts'
import { usePersonFigures } from './use-person-figures.ts'

const MAYBE_SAVED =
  'What was sent before may have been saved already. Please close this window and open it again to see the balance as it is now.'

type Props = { readonly user: User; readonly onClose: () => void; readonly onDone: (message: string) => void }

/** E-mail, username and role are read-only; display name, balance and bypass are editable. In a closed account only the balance is editable. */
export function EditUserForm({ user, onClose, onDone }: Props) {
  const { online } = useSyncStatus()
  const { form, element, send, balance, busy, problem, forget } = useEditUser(user, onDone)
  const isClosed = user.closedAtMs !== null
  const isUnproved = useLive((view) => awaitsProof(view.get(users, user.id) ?? user), [user])
  return (
    <form ref={element} onSubmit={send} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label="Email" readOnly variant="filled" value={user.email || '-'} />
          <TextInput label="Username" readOnly variant="filled" value={shownUsername(user)} />
          <TextInput label="Role" readOnly variant="filled" value={user.role} />
          <TextInput label="Display Name" disabled={isClosed} data-autofocus {...form.getInputProps('displayName')} />
        </SimpleGrid>
        {isUnproved && <Vouching user={user} onDone={onDone} />}
        <TextInput
          label="Balance"
          leftSection="$"
          inputMode="decimal"
          autoComplete="off"
          description="What is available to this person. A correction is booked as an adjustment with your name."
          {...form.getInputProps('balance')}
        />
        <Meanwhile {...balance} />
        {balance.isChanged && (
          <TextInput label="Why the balance changes" placeholder="For the books; optional" {...form.getInputProps('reason')} />
        )}
        <Checkbox
          label="Whop Bypass"
          description="Uses the paid variant without a membership"
          disabled={isClosed}
          {...form.getInputProps('whopBypass', { type: 'checkbox' })}
        />
        <FormFoot
          problem={problem}
          onClear={forget}
          onCancel={onClose}
          busy={busy}
          whyNot={online ? null : 'Offline: users can be changed when the server answers again.'}
          label="Save"
        />
      </Stack>
    </form>
  )
}

/** Lets an admin vouch for somebody with an unconfirmed e-mail. */
function Vouching({ user, onDone }: Pick<Props, 'user' | 'onDone'>) {
  const { vouch } = usePersonActs(usePersonFigures())
  const { online } = useSyncStatus()
  return (
    <Group gap="sm">
      <Text size="sm">Nobody has confirmed this e-mail.</Text>
      <Button variant="default" disabled={!online} onClick={() => void vouch(user).then((message) => message !== null && onDone(message))}>
        Vouch
      </Button>
    </Group>
  )
}

/** Holds the form, submits it, and remembers the balance that the admin corrects. */
function useEditUser(user: User, onDone: (message: string) => void) {
  const { newId } = useDevice()
  const presentCents = useLive((view) => view.get(balances, user.id)?.availableCents ?? ZERO_CENTS, [user.id])
  // the correction is relative to this balance, so that it does not undo a sale booked meanwhile
  const [seenCents] = useState(presentCents)
  // one id while the form is open, so that sending again after a lost answer books no second correction. A refused call leaves the id unused
  const [correctionId] = useState(newId)
  const [isUnsure, setUnsure] = useState(false)
  const call = useCall()
  const { syncNow } = usePendingActions()
  const { submit, changed, ...state } = useSubmit('Error updating user: ', 'Failed to update user')
  const schema = useMemo(() => editUserSchema(user), [user])
  const { form, element, submit: check, mark } = useShopForm({ initialValues: valuesOf(user, seenCents), schema, onChange: changed })
  const targetCents = parseSignedDollars(form.values.balance)
  const isChanged = targetCents !== undefined && targetCents !== seenCents

  const send = check(async (values) => {
    const isDone = await submit(async () => {
      try {
        const changes = profileChanges(user, values)
        if (user.closedAtMs === null && Object.keys(changes).length > 0)
          await call(editUserCall, { params: { id: user.id }, body: changes })
        if (isChanged) {
          const [balance, seenBalance] = [dollarsFromCents(targetCents), dollarsFromCents(seenCents)]
          await call(adjustBalanceCall, {
            params: { id: user.id },
            body: { id: correctionId, balance, seenBalance, reason: values.reason },
          })
        }
      } catch (thrown) {
        setUnsure((was) => was || !isAnswer(thrown))
        if (!(thrown instanceof Refusal) || thrown.code !== 'ID_REUSED') {
          mark(fieldsOf(thrown))
          throw thrown
        }
        // syncs, so that the reopened form starts from the current balance
        void syncNow().catch(() => undefined)
        throw refusal(kernelRefusals, 'ID_REUSED', { message: MAYBE_SAVED })
      }
    })
    if (isDone) onDone('User updated successfully')
  })
  return { form, element, send, balance: { seenCents, presentCents, isUnsure, isChanged }, ...state }
}

type MeanwhileProps = Pick<ReturnType<typeof useEditUser>['balance'], 'seenCents' | 'presentCents' | 'isUnsure'>

/** Warns that the balance changed while the form was open. `isUnsure`: true if an answer got lost, so that this form itself may have made the
 *  change. */
function Meanwhile({ seenCents, presentCents, isUnsure }: MeanwhileProps) {
  if (seenCents === presentCents) return null
  return (
    <Text size="sm" c="var(--shop-warn)" role="status">
      The balance became {formatCents(presentCents)} while this was open.{' '}
      {isUnsure ? 'If that was this correction, saving it again books nothing more.' : 'What you change is added to that.'}
    </Text>
  )
}
