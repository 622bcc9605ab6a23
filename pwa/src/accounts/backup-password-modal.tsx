import { Button, Group, Stack, Text } from '@mantine/core'
import { setBackupPasswordCall } from '@shop/shared/accounts/calls/password.ts'
import { backupPasswordSchema } from '@shop/shared/accounts/rules.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import * as z from 'zod/mini'
import { useCall, useSession, useSyncStatus } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { sentenceOf } from '../ui/error-message.ts'
import { FormModal } from '../ui/form-modal.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { useShopForm } from '../ui/use-shop-form.ts'
import { DIFFERS_AGAIN, NewPasswordFields, PasswordOwner } from './password-fields.tsx'

const schema = z
  .object({ password: backupPasswordSchema, again: z.string() })
  .check(z.refine(({ password, again }) => password === again, DIFFERS_AGAIN))

type Props = { readonly onClose: () => void; readonly onSet: () => void }

/** Sets a password in addition to Google or Discord, so that nobody is locked out when a provider fails. */
export function BackupPasswordModal({ onClose, onSet }: Props) {
  const call = useCall()
  const { user } = useSession()
  const { online } = useSyncStatus()
  const { props: banner, fail } = useBanner()
  const { busy, run } = useBusy()
  const { form, element, submit, mark } = useShopForm({ initialValues: { password: '', again: '' }, schema, onChange: banner.onClear })
  const send = submit(({ password }) =>
    run(async () => {
      banner.onClear()
      try {
        await call(setBackupPasswordCall, { body: { password } })
        onSet()
      } catch (thrown) {
        const message = thrown instanceof Refusal ? thrown.fields?.password : undefined
        if (message) mark({ password: message })
        else fail(sentenceOf(thrown))
      }
    }),
  )
  return (
    <FormModal title="Set up a backup password" onClose={onClose} size="md">
      <form ref={element} onSubmit={send} noValidate>
        <Stack gap="md">
          <Text size="sm">With it you can also sign in by {user?.email ?? 'your e-mail'}, whenever the other way does not work.</Text>
          <Banner {...banner} inline />
          <PasswordOwner email={user?.email ?? ''} />
          <NewPasswordFields
            label="Password"
            first={{ ...form.getInputProps('password'), 'data-autofocus': true }}
            again={form.getInputProps('again')}
          />
          {!online && (
            <Text size="sm" c="dimmed" role="status">
              You are offline. A password can be set when the server is reached again.
            </Text>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Not now
            </Button>
            <Button type="submit" loading={busy} disabled={!online} aria-busy={busy}>
              Set password
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
