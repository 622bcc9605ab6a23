import { Button, Group, Stack, TextInput } from '@mantine/core'
import { editPasskeyCall } from '@shop/shared/accounts/calls/passkeys.ts'
import { type Passkey, passkeyNameSchema } from '@shop/shared/accounts/rules/passkeys.ts'
import * as z from 'zod/mini'
import { useCall } from '../../sync/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useShopForm } from '../../ui/use-shop-form.ts'
import { useSubmit } from '../../ui/use-submit.ts'

const schema = z.object({ name: passkeyNameSchema })

type Props = { readonly passkey: Passkey; readonly onClose: () => void; readonly onRenamed: () => void }

export default function RenamePasskeyModal({ passkey, onClose, onRenamed }: Props) {
  const call = useCall()
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')
  const { form, element, submit: check } = useShopForm({ initialValues: { name: passkey.name }, schema, onChange: changed })
  const send = check(async ({ name }) => {
    if (await submit(() => call(editPasskeyCall, { params: { id: passkey.id }, body: { name } }))) onRenamed()
  })
  return (
    <FormModal title="Rename passkey" onClose={onClose} size="md">
      <form ref={element} onSubmit={send} noValidate>
        <Stack gap="md">
          <FormProblem text={problem} onClear={forget} />
          <TextInput label="Name" description="Such as the device that holds it" {...form.getInputProps('name')} data-autofocus />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} aria-busy={busy}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
