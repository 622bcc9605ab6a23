import { Button, Group, Stack, Text } from '@mantine/core'
import { givenPasswordSchema } from '@shop/shared/accounts/rules.ts'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { useSession, useSyncStatus } from '../sync/api.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormProblem } from '../ui/form-problem.tsx'
import { useShopForm } from '../ui/use-shop-form.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { PasswordField, PasswordOwner } from './password-fields.tsx'

const schema = z.object({ password: givenPasswordSchema })

type Props = {
  readonly onClose: () => void
  /** To the screen with every way in. */
  readonly onLeave: () => void
}

/** Signs the same person in again above a form that is open: the form stays as it was. */
export default function SignInAgain({ onClose, onLeave }: Props) {
  const { user, signIn } = useSession()
  const { signInNeeded } = useSyncStatus()
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')
  const { form, element, submit: check } = useShopForm({ initialValues: { password: '' }, schema, onChange: changed })
  const password = useRef<HTMLInputElement>(null)
  const email = user?.email ?? ''

  // a window of the browser's own begins at its cross
  useEffect(() => password.current?.focus(), [])

  // also when another tab of this browser signed in
  useEffect(() => {
    if (!signInNeeded) onClose()
  }, [signInNeeded, onClose])

  return (
    <Dialog isOpen onClose={onClose} title="Please sign in again">
      <form ref={element} onSubmit={check(async ({ password }) => void (await submit(() => signIn(email, password))))} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            Your sign-in has ended. What you typed stays as it is, to be sent once you are signed in as <bdi>{email}</bdi>.
          </Text>
          <PasswordOwner email={email} />
          <PasswordField ref={password} label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
          <FormProblem text={problem} onClear={forget} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onLeave}>
              Another way to sign in
            </Button>
            <Button type="submit" loading={busy}>
              Sign in
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
