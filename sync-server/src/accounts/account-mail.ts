import { readShopName } from '../platform/database/shop-name.ts'
import type { Db } from '../platform/database/sql.ts'
import { momentIn } from '../platform/kernel/moment.ts'
import type { Platform } from '../platform/platform.ts'
import type { ShopAddress } from './shop-address.ts'

const DAY_MS = 86_400_000

/** Answers words for a mail about somebody's sign-in: the shop's name, a moment in the shop's time zone, and a link to the profile. There is no link
 *  if the shop's address is neither configured nor confirmed. `origin`: the origin of the request that causes the mail. */
export async function mailWords(db: Db, address: ShopAddress, origin: string) {
  const settings = await db.selectFrom('settings').select('time_zone').limit(1).executeTakeFirst()
  const at = await address.ofMail(origin)
  return {
    shop: (await readShopName(db)) || (at.isConfirmed ? new URL(at.origin).host : 'the shop'),
    momentOf: (ms: number) => momentIn(settings?.time_zone, ms),
    profileLink: (label: string) => (at.isConfirmed ? [`${label}: ${at.origin}/profile`] : []),
  }
}

/** `isHeld`: counts only mails that were held, or only others; without it, all count. */
type Logged = { readonly kind: string; readonly email: string; readonly isHeld?: boolean }

/** Selects the mails of a kind that this e-mail has got within a day. The log of mails counts for all servers together. */
const mailsOfDay = ({ db, nowMs }: Platform, { kind, email, isHeld }: Logged) =>
  db
    .selectFrom('mails')
    .select('created_at_ms as atMs')
    .where('kind', '=', kind)
    .where('to_address', '=', email)
    .where('created_at_ms', '>', nowMs() - DAY_MS)
    .$if(isHeld !== undefined, (mails) => mails.where('is_held', '=', isHeld === true))

/** Pace of the mails of one kind to one e-mail: `atOnce` mails, then one every `everyMs`. */
export type MailPace = { readonly atOnce: number; readonly everyMs: number }

export async function isMailTooSoon(platform: Platform, { atOnce, everyMs, ...logged }: Logged & MailPace): Promise<boolean> {
  const recent = await mailsOfDay(platform, logged).orderBy('created_at_ms').execute()
  let left = atOnce
  let sinceMs = 0
  const refill = (atMs: number) => {
    left = Math.min(atOnce, left + (atMs - sinceMs) / everyMs)
    sinceMs = atMs
  }
  for (const { atMs } of recent) {
    refill(atMs)
    // requests at the same moment may each have mailed, and must not keep back the next mail for longer
    left = Math.max(0, left - 1)
  }
  refill(platform.nowMs())
  return left < 1
}

/** True when this e-mail has got `max` mails of a kind within a day. */
export async function hasAllMailsOfDay(platform: Platform, { max, ...logged }: Logged & { readonly max: number }): Promise<boolean> {
  return (await mailsOfDay(platform, logged).limit(max).execute()).length >= max
}
