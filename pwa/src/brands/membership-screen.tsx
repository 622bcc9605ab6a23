import { Button } from '@mantine/core'
import { MEMBERSHIP_NEEDS_PROOF } from '@shop/shared/brands/errors.ts'
import { MEMBERSHIP_DOLLARS } from '@shop/shared/brands/page-brand.ts'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useBrand } from '../ui/brand.ts'
import { ClosedWorkNote } from '../ui/closed-work-note.tsx'
import { EntryPage } from '../ui/entry-page.tsx'
import { useTitle } from '../ui/use-title.ts'
import classes from './brands.module.css'
import { SubscribeButton } from './subscribe-prompt.tsx'
import { useMembershipCheck } from './use-membership-check.ts'

const GAINS = [
  'Send in what you want to sell; it is listed on 6+ selling platforms',
  'See your stock, every sale and your balance as they change',
  'Trade stock with other members, and get paid within 48 hours',
]

type Props = {
  readonly onLeave: () => void
  /** Shows a form that confirms this e-mail, and then calls `onConfirmed`. */
  readonly confirmEmail: (email: string, onConfirmed: () => void) => ReactNode
}

/** Explains the membership to a signed-in person who has none, and links to its checkout. */
export function MembershipScreen({ onLeave, confirmEmail }: Props) {
  const { contact, checkout } = useBrand()
  const { check, isBusy, email, needsProof, problem, isStillMissing } = useMembershipCheck()
  useTitle('Membership')
  return (
    <EntryPage
      title="You need a membership"
      foot={
        <Button variant="subtle" color="gray" onClick={onLeave}>
          Sign out
        </Button>
      }
    >
      <div className={classes.parts}>
        <p className={classes.price}>
          <span className={classes.amount}>${MEMBERSHIP_DOLLARS}</span> per month
        </p>
        <ul className={classes.gains}>
          {GAINS.map((gain) => (
            <li key={gain} className={classes.gain}>
              <IconCheck aria-hidden="true" />
              {gain}
            </li>
          ))}
        </ul>
        <p className={classes.quiet}>
          {email === null ? 'Subscribe with the e-mail you sign in with.' : `You are signed in as ${email}. Subscribe with this e-mail.`}
        </p>
        {needsProof && email !== null && (
          <section aria-label="Confirm your e-mail" className={classes.acts}>
            <p className={classes.quiet}>{MEMBERSHIP_NEEDS_PROOF} The shop mailed you a link and six digits.</p>
            {confirmEmail(email, check)}
          </section>
        )}
        <div className={classes.acts}>
          <SubscribeButton fullWidth>Subscribe</SubscribeButton>
          <Button variant="default" fullWidth loading={isBusy} loaderProps={{ children: 'Checking...' }} aria-busy={isBusy} onClick={check}>
            I have subscribed: check again
          </Button>
        </div>
        <div role="status">
          {problem !== null && <p className={classes.quiet}>{problem}</p>}
          {isStillMissing && <p className={classes.quiet}>No active membership was found. A new one may take a minute to arrive here.</p>}
        </div>
        <p className={classes.quiet}>What waits on this device to be sent is kept, and goes out once you are a member.</p>
        <ClosedWorkNote />
        {contact !== '' && (
          <p className={classes.quiet}>
            {checkout === '' ? 'To become a member, write to' : 'Something is wrong? Write to'}{' '}
            <a className={classes.link} href={`mailto:${contact}`}>
              {contact}
            </a>
          </p>
        )}
      </div>
    </EntryPage>
  )
}
