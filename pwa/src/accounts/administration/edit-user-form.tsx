import { Checkbox, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { changeUser } from '@shop/shared/accounts/calls/administration.ts'
import type { User } from '@shop/shared/accounts/schema.ts'
import { type Cents, dollarsFromCents, formatCents, parseSignedDollars, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { setBalance } from '@shop/shared/sales/calls.ts'
import { balances } from '@shop/shared/sales/schema.ts'
import { useMemo, useState } from 'react'
import { useCall, useLive, useSyncStatus } from '../../sync/api.ts'
import { fieldsOf } from '../../ui/error-message.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { useShopForm } from '../../ui/use-shop-form.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { editUserSchema, profileChanges, valuesOf } from './edit-user-values.ts'
import { shownUsername } from './person-list.ts'

type Props = { readonly user: User; readonly onClose: () => void; readonly onDone: (message: string) => void }

/** Edit User (spec §2): e-mail, username and role are read-only, display name, balance and bypass may change. A closed account has its balance alone. */
export function EditUserForm({ user, onClose, onDone }: Props) {
  const present = useLive((view) => view.get(balances, user.id)?.availableCents ?? ZERO_CENTS, [user.id])
  // what the person decides by: a sale booked meanwhile is not swallowed
  const [seenCents, setSeenCents] = useState(present)
  const { online } = useSyncStatus()
  const call = useCall()
  const { submit, changed, busy, problem, forget } = useSubmit('Error updating user: ', 'Failed to update user')
  const schema = useMemo(() => editUserSchema(user), [user])
  const { form, element, submit: check, mark } = useShopForm({ initialValues: valuesOf(user, seenCents), schema, onChange: changed })
  const isClosed = user.closedAtMs !== null
  const targetCents = parseSignedDollars(form.values.balance)
  const isOtherBalance = targetCents !== undefined && targetCents !== seenCents

  const send = check(async (values) => {
    const isDone = await submit(async () => {
      try {
        const changes = profileChanges(user, values)
        if (!isClosed && Object.keys(changes).length > 0) await call(changeUser, { params: { id: user.id }, body: changes })
        if (isOtherBalance) {
          const body = { balance: dollarsFromCents(targetCents), seenBalance: dollarsFromCents(seenCents), reason: values.reason }
          await call(setBalance, { params: { id: user.id }, body })
          setSeenCents(targetCents)
        }
      } catch (thrown) {
        mark(fieldsOf(thrown))
        throw thrown
      }
    })
    if (isDone) onDone('User updated successfully')
  })
  return (
    <form ref={element} onSubmit={send} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label="Email" readOnly variant="filled" value={user.email || '-'} />
          <TextInput label="Username" readOnly variant="filled" value={shownUsername(user)} />
          <TextInput label="Role" readOnly variant="filled" value={user.role} />
          <TextInput label="Display Name" disabled={isClosed} data-autofocus {...form.getInputProps('displayName')} />
        </SimpleGrid>
        <TextInput
          label="Balance"
          leftSection="$"
          inputMode="decimal"
          autoComplete="off"
          description="What is available to this person. A correction is booked as an adjustment with your name."
          {...form.getInputProps('balance')}
        />
        <Meanwhile seenCents={seenCents} presentCents={present} />
        {isOtherBalance && (
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

function Meanwhile({ seenCents, presentCents }: { readonly seenCents: Cents; readonly presentCents: Cents }) {
  if (seenCents === presentCents) return null
  return (
    <Text size="sm" c="var(--shop-warn)" role="status">
      The balance became {formatCents(presentCents)} while this was open. What you change is added to that.
    </Text>
  )
}
