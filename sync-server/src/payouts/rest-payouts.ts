import { dollarsFromCents } from '@shop/shared/kernel/money.ts'
import { PAYOUT_LIST_LIMIT, type RestPayout } from '@shop/shared/payouts/calls.ts'
import type { Payout } from '@shop/shared/payouts/schema.ts'
import { namedColumns } from '../platform/database/collection-table.ts'
import type { Platform } from '../platform/platform.ts'
import { payoutsTable } from './tables.ts'

export function restPayout(payout: Payout): RestPayout {
  const date = new Date(payout.requestedAtMs).toISOString()
  return {
    id: payout.id,
    amount: dollarsFromCents(payout.amountCents),
    method: payout.method,
    paid: payout.status === 'paid',
    date,
    timestamp: date,
    paymentUsername: payout.handle,
  }
}

/** Reads a consignor's payouts without deleted payouts, newest first. */
export function readPayoutsOf({ db }: Platform, uid: string): Promise<Payout[]> {
  const payouts = db.selectFrom('payouts').select(namedColumns(payoutsTable)).where('uid', '=', uid).where('status', '<>', 'deleted')
  return payouts.orderBy('requested_at_ms', 'desc').orderBy('id', 'desc').limit(PAYOUT_LIST_LIMIT).execute()
}
