import { nameOf, users } from '@shop/shared/accounts/schema.ts'
import { useMemo } from 'react'
import { useLive } from '../sync/api.ts'

/** Names a consignor by uid; '' for one this device does not know. */
export function useOwnerName(): (consignorId: string) => string {
  const all = useLive((view) => view.all(users), [])
  return useMemo(() => {
    const names = new Map(all.map((user) => [user.id, nameOf(user)]))
    return (consignorId) => names.get(consignorId) ?? ''
  }, [all])
}
