import ConfirmEmailForm from '../accounts/confirm-email/confirm-email-form.tsx'
import { MembershipScreen } from '../brands/membership-screen.tsx'
import { useSignOut } from './shell/sign-out.tsx'

/** Replaces the app while the membership is missing. A former member with unsent work on this device is asked before the sign-out. */
export default function MembershipPage() {
  const { leave, question } = useSignOut()
  return (
    <>
      <MembershipScreen
        onLeave={() => void leave()}
        confirmEmail={(email, onConfirmed) => <ConfirmEmailForm email={email} onConfirmed={onConfirmed} />}
      />
      {question}
    </>
  )
}
