import { brandText, IfBrandHas, IfBrandLacks } from './branded.tsx'

type WayProps = { readonly out: string; readonly className: string }

/** Links to the login, or to the dashboard if somebody is signed in on this device. Both links are in the same place, so that nothing moves once the
 *  session is known. */
function SignInLink({ out, className }: WayProps) {
  return (
    <span className="way">
      <a className={className} href="/login" data-way="out">
        {out}
      </a>
      <a className={className} href="/dashboard" data-way="in">
        Dashboard
      </a>
    </span>
  )
}

/** The button at the top of the page: *Login*, or *Dashboard* for somebody signed in. */
export const LoginButton = () => <SignInLink out="Login" className="button quiet" />

/** The same link in the footer, as plain text. */
export const LoginLink = () => <SignInLink out="Login" className="plain" />

/** Starts with a membership if the brand has one, else by signing in. */
export function StartButton() {
  return (
    <>
      <IfBrandHas name="checkout">
        <a className="button strong" href={brandText('checkout')} target="_blank" rel="noopener noreferrer">
          Subscribe
        </a>
      </IfBrandHas>
      <IfBrandLacks name="checkout">
        <SignInLink out="Get Started" className="button strong" />
      </IfBrandLacks>
    </>
  )
}

export function ChatLink({ className = 'button quiet' }: { readonly className?: string }) {
  return (
    <IfBrandHas name="chatInvite">
      <a className={className} href={brandText('chatInvite')} target="_blank" rel="noopener noreferrer">
        <svg viewBox="0 0 24 24" aria-hidden="true" className="glyph">
          <path d="M4 5.500h16V16h-9.500L6 19.500V16H4z" />
          <path d="M8.500 10.750h.01M12 10.750h.01M15.500 10.750h.01" />
        </svg>
        Join our Discord
      </a>
    </IfBrandHas>
  )
}
