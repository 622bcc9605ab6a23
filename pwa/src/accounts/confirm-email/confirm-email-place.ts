/** Id of the part of the profile that asks for the mailed code. */
export const CONFIRM_EMAIL_PLACE = 'confirm-email'

/** Moves the focus to the field for the mailed code, on the same screen. */
export function goToConfirmEmail(): void {
  const place = document.getElementById(CONFIRM_EMAIL_PLACE)
  place?.scrollIntoView({ block: 'center' })
  place?.querySelector('input')?.focus({ preventScroll: true })
}
