import LoginScreen from '../accounts/login-screen.tsx'
import { LONG_PATIENCE_MS, useSetUpRedirect } from '../accounts/use-set-up-redirect.ts'
import { SubscribePrompt } from '../brands/subscribe-prompt.tsx'
import { LoadingScreen } from './guard.tsx'

/** `/login`, with the subscription prompt of the paid variant. Waits first, for a limited time, until the server says whether the shop is set up. */
export default function LoginPage() {
  const stays = useSetUpRedirect(LONG_PATIENCE_MS)
  return stays ? <LoginScreen prompt={<SubscribePrompt />} /> : <LoadingScreen />
}
