import { Stack, Text, TextInput } from '@mantine/core'
import { administrationRefusals } from '@shop/shared/accounts/administration-errors.ts'
import { addUserCall } from '@shop/shared/accounts/calls/administration.ts'
import { emailSchema } from '@shop/shared/accounts/rules.ts'
import { Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { useCall, useDevice, useSyncStatus } from '../../sync/api.ts'
import { fieldsOf } from '../../ui/error-message.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { useShopForm } from '../../ui/use-shop-form.ts'
import { useSubmit } from '../../ui/use-submit.ts'

/** Shown when the answer to an earlier submit got lost and the form has changed since. */
const SAVED_BEFORE = 'What was sent before was saved already, without the last changes. Please close this window and look at the list.'

const schema = z
  .object({
    email: z.union([z.string().check(z.refine((text) => text.trim() === '')), emailSchema], 'Invalid email address.'),
    displayName: z.string().check(z.maxLength(100, 'At most 100 characters')),
  })
  .check(
    z.refine(({ email, displayName }) => email.trim() !== '' || displayName.trim() !== '', {
      message: 'Please enter an e-mail or a display name',
      path: ['displayName'],
    }),
  )

type Props = { readonly onClose: () => void; readonly onDone: (message: string) => void }

/** Creates a consignor's account to which nobody signs in. */
export function AddConsignorForm({ onClose, onDone }: Props) {
  const { newId } = useDevice()
  const { online } = useSyncStatus()
  const call = useCall()
  const uid = useRef(newId())
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')
  const { form, element, submit: check, mark } = useShopForm({ initialValues: { email: '', displayName: '' }, schema, onChange: changed })
  const send = check(async ({ email, displayName }) => {
    const isDone = await submit(async () => {
      try {
        await call(addUserCall, { body: { uid: uid.current, email: email.trim(), displayName } })
      } catch (thrown) {
        mark(fieldsOf(thrown))
        if (thrown instanceof Refusal && thrown.code === 'ACCOUNT_EXISTS')
          throw refusal(administrationRefusals, 'ACCOUNT_EXISTS', { message: SAVED_BEFORE })
        throw thrown
      }
    })
    if (isDone) onDone('Consignor added successfully')
  })
  return (
    <form ref={element} onSubmit={send} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          For somebody who has not joined. When they sign up with the same e-mail, Migrate Inv gives them what this account holds.
        </Text>
        <TextInput label="Email" type="email" autoComplete="off" data-autofocus {...form.getInputProps('email')} />
        <TextInput label="Display Name" autoComplete="off" {...form.getInputProps('displayName')} />
        <FormFoot
          problem={problem}
          onClear={forget}
          onCancel={onClose}
          busy={busy}
          whyNot={online ? null : 'Offline: needs a connection to the server'}
          label="Add Consignor"
        />
      </Stack>
    </form>
  )
}
