import { navigate } from '../ui/router.tsx'

/** What a screen that leads to `/login` hands over. */
export type LoginState = {
  /** Where the person wanted to be. */
  readonly from?: string
  readonly mode?: 'reset'
  readonly email?: string
  readonly notice?: { readonly text: string; readonly isError: boolean }
}

/** Goes to `/login`, in place of the present screen. */
export function leadToLogin(state: LoginState = {}): void {
  navigate('/login', { replace: true, state })
}

/** What was handed over; nothing of it is trusted to be there, or to be of its kind. */
export function loginStateOf(state: unknown): LoginState {
  if (typeof state !== 'object' || state === null) return {}
  const { from, mode, email, notice } = state as Record<string, unknown>
  const { text, isError } = (notice ?? {}) as Record<string, unknown>
  return {
    ...(typeof from === 'string' ? { from } : {}),
    ...(mode === 'reset' ? { mode } : {}),
    ...(typeof email === 'string' ? { email } : {}),
    ...(typeof text === 'string' ? { notice: { text, isError: isError === true } } : {}),
  }
}

/** An address inside the app, and not the one of signing in; else the dashboard. */
export function returnPathOf(from: unknown): string {
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith('/login') ? from : '/dashboard'
}

const RETURN_KEY = 'sign-in-return'

/** Keeps, for this tab, where a person goes on to while they are at a provider's page. */
export function keepReturnPath(path: string): void {
  try {
    sessionStorage.setItem(RETURN_KEY, path)
  } catch {
    // without storage they go on to the dashboard
  }
}

/** Takes out what was kept. */
export function takeReturnPath(): string {
  try {
    const path = sessionStorage.getItem(RETURN_KEY)
    sessionStorage.removeItem(RETURN_KEY)
    return returnPathOf(path)
  } catch {
    return '/dashboard'
  }
}
