import { MembershipScreen } from '../brands/membership-screen.tsx'
import { useSignOut } from './shell/sign-out.tsx'

/** Replaces the app for somebody without a membership. Somebody who lost theirs may still have work on this device, and is asked before they sign out. */
export default function MembershipPage() {
  const { leave, question } = useSignOut()
  return (
    <>
      <MembershipScreen onLeave={() => void leave()} />
      {question}
    </>
  )
}
