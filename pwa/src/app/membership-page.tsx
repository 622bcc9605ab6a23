import { MembershipScreen } from '../brands/membership-screen.tsx'
import { useSignOut } from './shell/sign-out.tsx'

/** What stands in place of the app for who lacks a membership. Whoever lost theirs may still have work here, and is asked before they leave. */
export default function MembershipPage() {
  const { leave, question } = useSignOut()
  return (
    <>
      <MembershipScreen onLeave={() => void leave()} />
      {question}
    </>
  )
}
