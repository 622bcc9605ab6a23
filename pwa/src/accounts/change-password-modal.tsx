import { Button, Group, Stack, Text } from '@mantine/core'
import { changePasswordCall } from '@shop/shared/accounts/calls/password.ts'
import { givenPasswordSchema, newPasswordSchema } from '@shop/shared/accounts/rules.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import * as z from 'zod/mini'
import { useCall, useSession } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { sentenceOf } from '../ui/error-message.ts'
import { FormModal } from '../ui/form-modal.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { useShopForm } from '../ui/use-shop-form.ts'
import { DIFFERS_AGAIN, NewPasswordFields, PasswordField, PasswordOwner } from './password-fields.tsx'

const schema = z
  .object({ currentPassword: givenPasswordSchema, newPassword: newPasswordSchema, again: z.string() })
  .check(z.refine(({ newPassword, again }) => newPassword === again, DIFFERS_AGAIN))

/** Asks for the current password, and twice for the new password. */
export function ChangePasswordModal({ onClose, onChanged }: { readonly onClose: () => void; readonly onChanged: () => void }) {
  const call = useCall()
  const { user } = useSession()
  const { props: banner, fail } = useBanner()
  const { busy, run } = useBusy()
  const { form, element, submit, mark } = useShopForm({
    initialValues: { currentPassword: '', newPassword: '', again: '' },
    schema,
    onChange: banner.onClear,
  })
  const send = submit(({ currentPassword, newPassword }) =>
    run(async () => {
      banner.onClear()
      try {
        await call(changePasswordCall, { body: { currentPassword, newPassword } })
        onChanged()
      } catch (thrown) {
        if (thrown instanceof Refusal && thrown.fields) mark(thrown.fields)
        else fail(sentenceOf(thrown))
      }
    }),
  )
  return (
    <FormModal title="Change password" onClose={onClose} size="md">
      <form ref={element} onSubmit={send} noValidate>
        <Stack gap="md">
          <Banner {...banner} inline />
          <PasswordOwner email={user?.email ?? ''} />
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
            data-autofocus
          />
          <NewPasswordFields label="New password" first={form.getInputProps('newPassword')} again={form.getInputProps('again')} />
          <Text c="dimmed" size="sm">
            You are signed out everywhere else. Other devices close, and unsent work stays locked on each of them until you sign in there.
          </Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} aria-busy={busy}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
