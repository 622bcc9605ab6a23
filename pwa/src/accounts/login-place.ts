import { navigate } from '../ui/router.tsx'

/** History state that a screen passes to `/login`. */
export type LoginState = {
  /** The address to return to after signing in. */
  readonly from?: string
  readonly mode?: 'reset'
  readonly email?: string
  readonly notice?: { readonly text: string; readonly isError: boolean }
}

/** Replaces the current screen by `/login`. */
export function leadToLogin(state: LoginState = {}): void {
  navigate('/login', { replace: true, state })
}

/** Reads the state passed to `/login`. History state survives releases and is untrusted, so every field is checked. */
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

/** Returns `from` if it is an address inside the app other than `/login`, or else the dashboard. */
export function returnPathOf(from: unknown): string {
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith('/login') ? from : '/dashboard'
}

const RETURN_KEY = 'sign-in-return'

/** Remembers the address to which this tab returns from a provider's page. */
export function keepReturnPath(path: string): void {
  try {
    sessionStorage.setItem(RETURN_KEY, path)
  } catch {
    // without storage the person ends up on the dashboard
  }
}

/** Returns the remembered address and forgets it. */
export function takeReturnPath(): string {
  try {
    const path = sessionStorage.getItem(RETURN_KEY)
    sessionStorage.removeItem(RETURN_KEY)
    return returnPathOf(path)
  } catch {
    return '/dashboard'
  }
}
