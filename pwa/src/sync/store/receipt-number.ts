import { newReceiptSeries, RECEIPT_SERIES_LENGTH, receiptNumberOf } from '@shop/shared/pos/rules/receipt-number.ts'
import type { Clock } from '../ports/ports.ts'
import type { StoreState } from '../ports/records.ts'

type Counter = Pick<StoreState, 'receiptSeries' | 'receiptCount'>

/** A receipt number for a command to take. It is valid only while the stored counter equals `after`. */
export type Receipt = { readonly number: string; readonly counter: Counter; readonly after: Counter }

export const newSeries = (clock: Clock) => newReceiptSeries(clock.random(RECEIPT_SERIES_LENGTH))

/** Computes the next number. `uses` counts the known sales with a number. If a sale has the next number, or two sales have the last number, a copy of
 *  this storage, such as a cloned tablet, uses the same series. A new series then begins here. */
export function nextReceipt(after: Counter, clock: Clock, uses: (receiptNumber: string) => number): Receipt {
  const { receiptSeries, receiptCount } = after
  const isShared =
    uses(receiptNumberOf(receiptSeries, receiptCount + 1)) > 0 ||
    (receiptCount > 0 && uses(receiptNumberOf(receiptSeries, receiptCount)) > 1)
  const counter = isShared ? { receiptSeries: newSeries(clock), receiptCount: 1 } : { receiptSeries, receiptCount: receiptCount + 1 }
  return { number: receiptNumberOf(counter.receiptSeries, counter.receiptCount), counter, after: { receiptSeries, receiptCount } }
}

/** True when no other number was taken meanwhile. */
export const isNext = ({ after }: Receipt, state: Counter): boolean =>
  state.receiptSeries === after.receiptSeries && state.receiptCount === after.receiptCount
