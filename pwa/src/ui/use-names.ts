import { nameOf, users } from '@shop/shared/accounts/schema.ts'
import { useMemo } from 'react'
import { useLive } from '../sync/api.ts'

/** Names a person by uid, and says when the account is closed; `unknown` for one this device does not know. The same function until somebody's name changes. */
export function useNames(unknown = 'Unknown consignor'): (uid: string) => string {
  const all = useLive((view) => view.all(users), [])
  return useMemo(() => {
    const names = new Map(all.map((user) => [user.id, user.closedAtMs === null ? nameOf(user) : `${nameOf(user)} (closed)`]))
    return (uid) => names.get(uid) ?? unknown
  }, [all, unknown])
}
