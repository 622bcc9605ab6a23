import LoginScreen from '../accounts/login-screen.tsx'
import { SubscribePrompt } from '../brands/subscribe-prompt.tsx'

/** `/login`, with what the paid variant has to say. */
export default function LoginPage() {
  return <LoginScreen prompt={<SubscribePrompt />} />
}
