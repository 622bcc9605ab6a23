import { Refusal } from '@shop/shared/kernel/errors.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { checkNewPassword } from '../accounts/new-password.ts'
import { isSetUp, openShop } from '../accounts/shop-opening.ts'
import type { Platform } from '../platform/platform.ts'

/** Sets the shop up with the admin whom `ADMIN_EMAIL` names, if it is not set up yet. The time zone is this machine's until an admin sets another
 *  one. */
export async function addFirstAdmin(platform: Platform, { identity }: Accounts, admin: { email: string; password: string }): Promise<void> {
  if (await isSetUp(platform.db)) return
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const displayName = admin.email.split('@')[0] ?? admin.email
  // the shop starts even with a common password; otherwise somebody else could create its first admin on the set-up page
  if (checkNewPassword(admin.password, { email: admin.email, name: displayName }))
    platform.log.warn('ADMIN_PASSWORD is guessed first: change it under Profile')
  try {
    const uid = await openShop(platform, identity, { ...admin, displayName, timeZone, shopName: '' })
    platform.log.info({ uid }, 'the shop was set up with the admin of the environment')
  } catch (error) {
    // another server on the same database has set the shop up
    if (!(error instanceof Refusal) || error.code !== 'ALREADY_SET_UP') throw error
  }
}
