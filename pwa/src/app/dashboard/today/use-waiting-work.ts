import { type Cents, formatCents, sumCents } from '@shop/shared/kernel/money.ts'
import type { Payout } from '@shop/shared/payouts/schema.ts'
import { isPending } from '@shop/shared/shipments/rules/status.ts'
import { shipments } from '@shop/shared/shipments/schema.ts'
import { useLive, usePending } from '../../../sync/api.ts'
import { oldestWords } from '../../../ui/ago-words.ts'
import { counted } from '../../../ui/counted.ts'
import { bookMismatches, openDiscrepancies, ordersToShip, pendingPayouts } from '../../waiting.ts'

/** One kind of work that waits for a person. `detail`: how much and how long; '' for nothing to add. */
export type WaitingWork = {
  readonly to: string
  readonly what: string
  readonly detail: string
  /** True if money or books may be wrong. */
  readonly isUrgent: boolean
}

/** Lists what waits for the shop, the urgent first. `nowMs`: the current time. */
export function useWaitingWork(nowMs: number): readonly WaitingWork[] {
  const refused = usePending().filter(({ state }) => state === 'attention').length
  const waiting = useLive(pendingPayouts, [])
  const boxes = useLive((view) => view.all(shipments).filter(isPending), [])
  const orders = useLive((view) => ordersToShip(view).length, [])
  const questions = useLive((view) => openDiscrepancies(view).length, [])
  const mismatches = useLive(bookMismatches, [])
  const oldest = (atMs: readonly number[]) => oldestWords(atMs, nowMs)
  const work = (count: number, one: WaitingWork) => (count > 0 ? [one] : [])
  return [
    ...work(mismatches, {
      to: '/ledger',
      what: 'The books do not balance',
      detail: counted(mismatches, 'mismatch', 'mismatches'),
      isUrgent: true,
    }),
    ...work(refused, {
      to: '/sync',
      what: `${counted(refused, 'change')} of this device refused`,
      detail: 'Look at why, and try again',
      isUrgent: true,
    }),
    ...work(questions, {
      to: '/discrepancies',
      what: `${counted(questions, 'thing')} to check`,
      detail: 'Stock or sales that do not fit',
      isUrgent: true,
    }),
    ...work(waiting.length, {
      to: '/payout-requests',
      what: counted(waiting.length, 'payout request'),
      detail: `${formatCents(sumOf(waiting))}, ${oldest(waiting.map(({ requestedAtMs }) => requestedAtMs))}`,
      isUrgent: false,
    }),
    ...work(orders, {
      to: '/admin-fulfillment',
      what: `${counted(orders, 'order')} to ship`,
      detail: 'Sold on the marketplace',
      isUrgent: false,
    }),
    ...work(boxes.length, {
      to: '/admin-shipments',
      what: `${counted(boxes.length, 'box', 'boxes')} to take in`,
      detail: oldest(boxes.map(({ submittedAtMs }) => submittedAtMs)),
      isUrgent: false,
    }),
  ]
}

const sumOf = (waiting: readonly Payout[]): Cents => sumCents(waiting.map(({ amountCents }) => amountCents))
