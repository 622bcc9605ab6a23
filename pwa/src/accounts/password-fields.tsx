import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { PASSWORDS_DIFFER } from '@shop/shared/accounts/rules.ts'

/** A password, which whoever types it can look at. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }} {...props} />
}

/** A password that is chosen here. */
export function NewPasswordField(props: PasswordInputProps) {
  return <PasswordField description="At least 6 characters" autoComplete="new-password" {...props} />
}

type Props = {
  /** Of the first field: 'Password', 'New password'. */
  readonly label: string
  readonly first: PasswordInputProps & { readonly 'data-autofocus'?: true }
  readonly again: PasswordInputProps
}

/** A password that is chosen here, and the same once more. */
export function NewPasswordFields({ label, first, again }: Props) {
  return (
    <>
      <NewPasswordField label={label} {...first} />
      <PasswordField label={`${label} again`} autoComplete="new-password" {...again} />
    </>
  )
}

/** What a form says of two passwords that differ, for zod's `refine`: as soon as it is sent, whatever else is wrong. */
export const DIFFERS_AGAIN = { path: ['again'], message: PASSWORDS_DIFFER, when: () => true }

/** Tells the browser's password manager whose password it is. */
export function PasswordOwner({ email }: { readonly email: string }) {
  return <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
}
