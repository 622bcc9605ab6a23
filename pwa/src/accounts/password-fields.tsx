import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { PASSWORDS_DIFFER } from '@shop/shared/accounts/rules.ts'

/** A password field with a switch that reveals the text. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }} {...props} />
}

export function NewPasswordField(props: PasswordInputProps) {
  return <PasswordField description="At least 6 characters" autoComplete="new-password" {...props} />
}

type Props = {
  /** Label of the first field: 'Password', 'New password'. */
  readonly label: string
  readonly first: PasswordInputProps & { readonly 'data-autofocus'?: true }
  readonly again: PasswordInputProps
}

export function NewPasswordFields({ label, first, again }: Props) {
  return (
    <>
      <NewPasswordField label={label} {...first} />
      <PasswordField label={`${label} again`} autoComplete="new-password" {...again} />
    </>
  )
}

/** Options for zod's `refine` when two passwords differ. The difference is reported on submit even if other fields are invalid. */
export const DIFFERS_AGAIN = { path: ['again'], message: PASSWORDS_DIFFER, when: () => true }

/** Tells the browser's password manager which account the password belongs to. */
export function PasswordOwner({ email }: { readonly email: string }) {
  return <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
}
