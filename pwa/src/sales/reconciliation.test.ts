import { cents, sumCents } from '@shop/shared/kernel/money.ts'
import { type Payout, payouts } from '@shop/shared/payouts/schema.ts'
import { type Balance, balances, type LedgerEntry, ledgerEntries, type Sale, sales } from '@shop/shared/sales/schema.ts'
import { MemoryShop, testId } from '@shop/shared/testing/memory-shop.ts'
import { historyOf as anyHistory, anyStep, perform } from '@shop/shared/testing/shop-history.ts'
import { anyTradeStep, performTrade, TRADERS, tradersShop } from '@shop/shared/testing/trade-history.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { historyOf, otherChangesOf, totalsOf } from './history-entries.ts'
import { statementRows } from './statement.ts'

/** Kinds of postings with a line in a history. */
const IN_HISTORY = [
  ...['pos_sale', 'pos_sale_void', 'recorded_sale', 'recorded_sale_void', 'custom_sale', 'custom_sale_void'],
  ...['payout_request', 'payout_paid', 'payout_unpaid', 'payout_deleted'],
]
const numRuns = 60

/** Expects a consignor's statement to add up to the balance. Returns the part of the balance that comes from neither sales nor payouts. */
function reconcile(shop: MemoryShop, uid: string): number {
  const own = historyOf(
    shop.all<Sale>(sales).filter(({ consignorId }) => consignorId === uid),
    shop.all<Payout>(payouts).filter((payout) => payout.uid === uid),
    [],
  )
  const availableCents = (shop.get(balances, uid) as Balance | undefined)?.availableCents ?? cents(0)
  const totals = totalsOf(own)
  const otherCents = otherChangesOf(totals, availableCents)
  expect(totals.earnedCents - totals.takenCents + otherCents).toBe(availableCents)
  const [, ...rows] = [...statementRows(own, 'America/Chicago', otherCents)]
  expect(rows.reduce((sum, row) => sum + Math.round(100 * Number(row.at(-1) ?? 0)), 0)).toBe(availableCents)
  return otherCents
}

/** Sum of the ledger entries that change these people's available money besides sales and payouts. */
const besidesHistory = (shop: MemoryShop, uids: readonly string[]) =>
  sumCents(
    shop
      .all<LedgerEntry>(ledgerEntries)
      .filter(({ account, kind, uid }) => account === 'consignor_available' && uids.includes(uid ?? '') && !IN_HISTORY.includes(kind))
      .map(({ amountCents }) => amountCents),
  )

it('sales, payouts and other changes add up to the balance, and the other changes match the ledger', {
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(anyHistory(anyStep, 5, 60), (history) => {
      const shop = new MemoryShop()
      const people = [0, 1, 2].map((n) => [testId(10 + n), testId(13 + n)] as const)
      for (const [present] of people) shop.addUser(present)
      for (const step of history) perform(shop, step)
      // an earlier account's lines and balance move to the new account, so both accounts are reconciled together
      for (const pair of people) expect(pair.reduce((sum, uid) => sum + reconcile(shop, uid), 0)).toBe(besidesHistory(shop, pair))
    }),
    { numRuns },
  )
})

it('trades and the money they hold count as other changes, at every step', { timeout: 120_000 }, () => {
  let held = 0
  fc.assert(
    fc.property(fc.array(anyTradeStep, { minLength: 5, maxLength: 50, size: 'max' }), (history) => {
      const shop = tradersShop()
      for (const step of history) {
        performTrade(shop, step)
        for (const uid of TRADERS) {
          expect(reconcile(shop, uid)).toBe(besidesHistory(shop, [uid]))
          if (((shop.get(balances, uid) as Balance | undefined)?.heldCents ?? 0) > 0) held++
        }
      }
    }),
    { numRuns },
  )
  // without held money the test would prove nothing about holds
  expect(held).toBeGreaterThan(0)
})
