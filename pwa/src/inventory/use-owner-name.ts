import { nameOf, users } from '@shop/shared/accounts/schema.ts'
import { useMemo } from 'react'
import { useLive } from '../sync/api.ts'

/** Names a consignor by uid, and says when the account is closed; '' for one this device does not know. */
export function useOwnerName(): (consignorId: string) => string {
  const all = useLive((view) => view.all(users), [])
  return useMemo(() => {
    const names = new Map(all.map((user) => [user.id, user.closedAtMs === null ? nameOf(user) : `${nameOf(user)} (closed)`]))
    return (consignorId) => names.get(consignorId) ?? ''
  }, [all])
}
