import LoginScreen from '../accounts/login-screen.tsx'
import { LONG_PATIENCE_MS, useSetUpRedirect } from '../accounts/use-set-up-redirect.ts'
import { SubscribePrompt } from '../brands/subscribe-prompt.tsx'
import { LoadingScreen } from './guard.tsx'

/** `/login`, with what the paid variant has to say; not before it is clear that there is a shop to sign in to. */
export default function LoginPage() {
  const stays = useSetUpRedirect(LONG_PATIENCE_MS)
  return stays ? <LoginScreen prompt={<SubscribePrompt />} /> : <LoadingScreen />
}
