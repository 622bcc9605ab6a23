import type { listRestoreChangesCall } from '@shop/shared/accounts/calls/security-record.ts'
import type { OutputOf } from '@shop/shared/kernel/define-call.ts'
import type { Moments } from '../ui/moments.ts'
import { securityWords } from '../ui/security-words.ts'

type Props = {
  readonly changes: OutputOf<typeof listRestoreChangesCall>
  readonly nameOf: (uid: string) => string
  readonly moment: Moments['moment']
}

/** Changes of sign-ins and roles that a restore undid, as far as the record beside the backups contains them. */
export function RestoreChanges({ changes: { entries, hasMore, adminsAgain, lost }, nameOf, moment }: Props) {
  return (
    <>
      {adminsAgain.length > 0 && (
        <>
          <p>The restore made these people administrators again. Take that from whoever should not be one:</p>
          <ul>
            {adminsAgain.map((uid) => (
              <li key={uid}>
                <bdi>{nameOf(uid)}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      {entries.length > 0 && (
        <>
          <p>The restore also undid these changes of sign-ins and roles. Make those again that should hold:</p>
          <ul>
            {entries.map((entry) => (
              <li key={entry.id}>
                <bdi>{entry.uid === null ? 'The shop' : nameOf(entry.uid)}</bdi>: {securityWords(entry)}, {moment(Date.parse(entry.at))}
              </li>
            ))}
          </ul>
          {hasMore && <p>Earlier ones are in the Audit log under Security.</p>}
        </>
      )}
      {lost && (
        <p>
          Nothing is known of changes between {moment(Date.parse(lost.from))} and {moment(Date.parse(lost.to))}: look at who is an
          administrator.
        </p>
      )}
    </>
  )
}
