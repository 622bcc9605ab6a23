import { isEmailProved, users } from '@shop/shared/accounts/schema.ts'
import { lazy, Suspense } from 'react'
import { useLive, useSyncStatus } from '../../sync/api.ts'
import classes from './confirm-email.module.css'

const ConfirmEmailForm = lazy(() => import('./confirm-email-form.tsx'))

type Props = { readonly uid: string; readonly onMessage: (text: string) => void }

/** Asks a consignor to confirm the e-mail. Renders nothing once the e-mail is confirmed, or while the server is out of reach. */
export function ConfirmEmailBanner({ uid, onMessage }: Props) {
  const user = useLive((view) => view.get(users, uid), [uid])
  const { online } = useSyncStatus()
  if (!user || !online || isEmailProved(user)) return null
  return (
    <aside className={classes.banner} aria-label="Confirm your e-mail">
      <p className={classes.note}>
        Please confirm <bdi>{user.email}</bdi> with the digits or the link of the shop’s mail. What you sold before you joined, and a
        membership, come to you only then.
      </p>
      <Suspense fallback={null}>
        <ConfirmEmailForm email={user.email} onConfirmed={() => onMessage('E-mail confirmed')} />
      </Suspense>
    </aside>
  )
}
