import { Button, Group, Stack } from '@mantine/core'
import { proveIdentityCall } from '@shop/shared/accounts/calls/proof.ts'
import { givenPasswordSchema } from '@shop/shared/accounts/rules.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import * as z from 'zod/mini'
import { useCall, useSession } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { sentenceOf } from '../../ui/error-message.ts'
import { useBusy } from '../../ui/use-busy.ts'
import { useShopForm } from '../../ui/use-shop-form.ts'
import { PasswordField, PasswordOwner } from '../password-fields.tsx'

const schema = z.object({ password: givenPasswordSchema })

type Props = { readonly onProved: () => void; readonly onCancel: () => void }

/** Proves by the password. */
export function PasswordProof({ onProved, onCancel }: Props) {
  const call = useCall()
  const { user } = useSession()
  const { props: banner, fail } = useBanner()
  const { busy, run } = useBusy()
  const { form, element, submit, mark } = useShopForm({ initialValues: { password: '' }, schema, onChange: banner.onClear })
  const send = submit(({ password }) =>
    run(async () => {
      banner.onClear()
      try {
        await call(proveIdentityCall, { body: { password } })
        onProved()
      } catch (thrown) {
        if (thrown instanceof Refusal && thrown.fields) mark(thrown.fields)
        else fail(sentenceOf(thrown))
      }
    }),
  )
  return (
    <form
      ref={element}
      onSubmit={(event) => {
        // the dialog may lie inside a form of the page, which React would submit too
        event.stopPropagation()
        send(event)
      }}
      noValidate
    >
      <Stack gap="md">
        <Banner {...banner} inline />
        <PasswordOwner email={user?.email ?? ''} />
        <PasswordField label="Your password" autoComplete="current-password" {...form.getInputProps('password')} autoFocus />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} aria-busy={busy}>
            Go on
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
