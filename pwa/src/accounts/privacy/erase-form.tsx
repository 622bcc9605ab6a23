import { Button, Group, List, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { eraseAccountCall, getErasureCall } from '@shop/shared/accounts/calls/privacy.ts'
import { unsettledWords } from '@shop/shared/accounts/rules/erasure.ts'
import type { OutputOf } from '@shop/shared/kernel/define-call.ts'
import { useCallback, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useCall, useSyncStatus } from '../../sync/api.ts'
import { sentenceOf } from '../../ui/error-message.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useShopForm } from '../../ui/use-shop-form.ts'
import { useSubmit } from '../../ui/use-submit.ts'

type Erasure = OutputOf<typeof getErasureCall>

type Props = {
  readonly uid: string
  /** True when people erase their own data. */
  readonly isOwn: boolean
  readonly onClose: () => void
  /** Called with the made-up name that replaces the person's own. */
  readonly onErased: (name: string) => void
}

/** Asks for the person's name and erases the person's data, or lists the things to settle first. */
export function EraseForm({ uid, isOwn, onClose, onErased }: Props) {
  const { erasure, problem, load } = useErasure(uid)
  if (problem !== null)
    return (
      <Stack gap="md">
        <FormProblem text={problem} onClear={() => void load()} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button onClick={() => void load()}>Try again</Button>
        </Group>
      </Stack>
    )
  if (!erasure) return <Skeleton height={180} role="status" aria-label="Loading..." />
  const left = [...unsettledWords(erasure), ...(erasure.isLastAdmin ? ['nobody else is an admin of this shop'] : [])]
  return left.length > 0 ? (
    <ToSettle left={left} isOwn={isOwn} onClose={onClose} />
  ) : (
    <Confirmation uid={uid} isOwn={isOwn} name={erasure.name} onClose={onClose} onErased={onErased} />
  )
}

/** Asks the server what the person still has to settle. */
function useErasure(uid: string) {
  const call = useCall()
  const [erasure, setErasure] = useState<Erasure | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const load = useCallback(async () => {
    setProblem(null)
    try {
      setErasure(await call(getErasureCall, { params: { id: uid } }))
    } catch (thrown) {
      setProblem(sentenceOf(thrown))
    }
  }, [call, uid])
  useEffect(() => void load(), [load])
  return { erasure, problem, load }
}

function ToSettle({ left, isOwn, onClose }: { readonly left: readonly string[]; readonly isOwn: boolean; readonly onClose: () => void }) {
  return (
    <Stack gap="md">
      <Text>{isOwn ? 'Your data can be erased once this is settled with the shop:' : 'The data can be erased once this is settled:'}</Text>
      <List aria-label="To be settled first">
        {left.map((words) => (
          <List.Item key={words}>{words}</List.Item>
        ))}
      </List>
      <Group justify="flex-end">
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  )
}

function Confirmation({ uid, isOwn, name, onClose, onErased }: Props & { readonly name: string }) {
  const call = useCall()
  const { online } = useSyncStatus()
  const { submit, changed, busy, problem, forget } = useSubmit('Error erasing data: ')
  const schema = z.object({ name: z.string().check(z.refine((typed) => typed.trim() === name.trim(), 'This is not the name')) })
  const { form, element, submit: check } = useShopForm({ initialValues: { name: '' }, schema, onChange: changed })
  const send = check(async (values) => {
    let erased = ''
    const erase = async () => {
      erased = (await call(eraseAccountCall, { params: { id: uid }, body: values })).name
    }
    if (await submit(erase)) onErased(erased)
  })
  return (
    <form ref={element} onSubmit={send} noValidate>
      <Stack gap="md">
        <Text>
          Name, e-mail, addresses, pictures, payout handles, mails and devices are erased for good. Sales and payouts stay in the shop’s
          books under a made-up name.
        </Text>
        <Text>
          {isOwn
            ? 'You are signed out everywhere, and your devices remove your data when they reach the shop.'
            : 'They are signed out everywhere, and their devices remove the data when they reach the shop.'}{' '}
          This cannot be undone.
        </Text>
        <TextInput
          label="Type the name to confirm"
          description={<bdi>{name}</bdi>}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('name')}
        />
        <FormFoot
          problem={problem}
          onClear={forget}
          onCancel={onClose}
          busy={busy}
          whyNot={online ? null : 'You are offline. This needs a connection to the shop.'}
          label="Erase for good"
        />
      </Stack>
    </form>
  )
}
