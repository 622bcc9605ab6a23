import { cents } from '@shop/shared/kernel/money.ts'
import { markPayoutPaid } from '@shop/shared/payouts/commands/mark-payout-paid.ts'
import { removePayout } from '@shop/shared/payouts/commands/remove-payout.ts'
import { requestPayout } from '@shop/shared/payouts/commands/request-payout.ts'
import type { Platform } from '../platform/platform.ts'
import type { Chance } from './chance.ts'
import type { DemoDevice } from './demo-device.ts'
import type { DemoConsignor } from './demo-people.ts'
import { DAY_MS } from './demo-stock.ts'

/** A consignor with their device. */
export type Member = DemoConsignor & { readonly uid: string; readonly device: DemoDevice }

const LEAST_CENTS = 2_000

/** Reads the amount that each consignor could request now. */
export async function balancesOf(platform: Platform): Promise<ReadonlyMap<string, number>> {
  const rows = await platform.db.selectFrom('balances').select(['id', 'available_cents']).execute()
  return new Map(rows.map((row) => [row.id, row.available_cents]))
}

/** Runs the payouts at the end of a month. Most are paid within two days, and about one in twenty is declined. Recent requests stay open. The first
 *  of `members` asks in the last month if their balance allows it, so that there is a payout to pay. */
export async function monthOfPayouts(
  platform: Platform,
  desk: DemoDevice,
  members: readonly Member[],
  atMs: number,
  nowMs: number,
  chance: Chance,
): Promise<void> {
  const balances = await balancesOf(platform)
  const isLast = atMs > nowMs - 7 * DAY_MS
  for (const [nth, { uid, device, method, username }] of members.entries()) {
    const available = balances.get(uid) ?? 0
    const asks = chance.isTrue(isLast ? 0.25 : 0.7) || (isLast && nth === 0)
    if (available < LEAST_CENTS || !asks) continue
    const askedAtMs = atMs + chance.between(0, 20) * 3_600_000
    const payoutId = device.newId(askedAtMs)
    const amountCents = cents(chance.isTrue(0.6) ? available : Math.floor((available * 0.7) / 100) * 100)
    const request = { payoutId, uid, amountCents, method, handle: username }
    await device.bring([{ command: requestPayout, args: request, atMs: askedAtMs }])
    const settledAtMs = askedAtMs + chance.between(3, 44) * 3_600_000
    if (settledAtMs > nowMs - 2 * DAY_MS) continue
    const command = chance.isTrue(0.05) ? removePayout : markPayoutPaid
    await desk.bring([{ command, args: { payoutId, uid }, atMs: settledAtMs }])
  }
}
