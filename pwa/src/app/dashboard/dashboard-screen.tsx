import { users } from '@shop/shared/accounts/schema.ts'
import { BackupPasswordPrompt } from '../../accounts/backup-password-prompt.tsx'
import { useLive, useSession } from '../../sync/api.ts'
import { usePlace } from '../../ui/router.tsx'
import { MY_GOODS_PATH, screenOf } from '../navigation.ts'
import { MyGoods } from './my-goods.tsx'
import { Today } from './today/today.tsx'

/** `/dashboard`: a consignor's goods. Admins see the shop's day, and their own goods behind a tab. */
export default function DashboardScreen() {
  const { user } = useSession()
  const profile = useLive((view) => (user ? view.get(users, user.uid) : undefined), [user?.uid])
  const isGoods = screenOf(usePlace()) === MY_GOODS_PATH
  if (!user) return null
  const isAdmin = user.role === 'admin'
  return (
    <>
      <BackupPasswordPrompt />
      {isAdmin && !isGoods ? <Today /> : <MyGoods uid={user.uid} name={(profile ?? user).displayName} isAdmin={isAdmin} />}
    </>
  )
}
