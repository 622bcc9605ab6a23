import { nameOf, type User, users } from '@shop/shared/accounts/schema.ts'
import { useMemo } from 'react'
import { useLive } from '../sync/api.ts'

/** A person's name in a list, which says when the account is closed. */
export const listNameOf = (user: User): string => (user.closedAtMs === null ? nameOf(user) : `${nameOf(user)} (closed)`)

/** Who acted where no person did: from the command line, by night, when a shop is opened. */
export const SERVER_NAME = 'The server'

/** Names a person by uid, and says when the account is closed; `unknown` for one this device does not know. The same function until somebody's name changes. */
export function useNames(unknown = 'Unknown consignor'): (uid: string) => string {
  const all = useLive((view) => view.all(users), [])
  return useMemo(() => {
    const names = new Map(all.map((user) => [user.id, listNameOf(user)]))
    return (uid) => names.get(uid) ?? unknown
  }, [all, unknown])
}
