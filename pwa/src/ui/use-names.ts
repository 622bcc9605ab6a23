import { nameOf, type User, users } from '@shop/shared/accounts/schema.ts'
import { useMemo } from 'react'
import { useLive } from '../sync/api.ts'

export const listNameOf = (user: User): string => (user.closedAtMs === null ? nameOf(user) : `${nameOf(user)} (closed)`)

/** Name shown for acts without a person: those of the command line, a nightly job, or the set-up of a shop. */
export const SERVER_NAME = 'The server'

/** Names a person by uid, with a mark when the account is closed; `unknown` for somebody whom this device does not know. Answers the same function
 *  until a user's row changes. */
export function useNames(unknown = 'Unknown consignor'): (uid: string) => string {
  const all = useLive((view) => view.all(users), [])
  return useMemo(() => {
    const names = new Map(all.map((user) => [user.id, listNameOf(user)]))
    return (uid) => names.get(uid) ?? unknown
  }, [all, unknown])
}
