import { newReceiptSeries, RECEIPT_SERIES_LENGTH, receiptNumberOf } from '@shop/shared/pos/rules/receipt-number.ts'
import type { Clock } from '../ports/ports.ts'
import type { StoreState } from '../ports/records.ts'

type Counter = Pick<StoreState, 'receiptSeries' | 'receiptCount'>

/** A receipt number that a command is about to take. It is given only in a transaction that finds the counter where `after` left it. */
export type Receipt = { readonly number: string; readonly counter: Counter; readonly after: Counter }

export const newSeries = (clock: Clock) => newReceiptSeries(clock.random(RECEIPT_SERIES_LENGTH))

/** The number that comes next. `uses`: how many known sales carry a number. Where a sale has the next one already, or two have the last one, another copy
 *  of this storage counts on in the same series (a cloned tablet, a profile put back from a backup): then this one begins a new series. */
export function nextReceipt(after: Counter, clock: Clock, uses: (receiptNumber: string) => number): Receipt {
  const { receiptSeries, receiptCount } = after
  const isShared =
    uses(receiptNumberOf(receiptSeries, receiptCount + 1)) > 0 ||
    (receiptCount > 0 && uses(receiptNumberOf(receiptSeries, receiptCount)) > 1)
  const counter = isShared ? { receiptSeries: newSeries(clock), receiptCount: 1 } : { receiptSeries, receiptCount: receiptCount + 1 }
  return { number: receiptNumberOf(counter.receiptSeries, counter.receiptCount), counter, after: { receiptSeries, receiptCount } }
}

/** No other number was given meanwhile. */
export const isNext = ({ after }: Receipt, state: Counter): boolean =>
  state.receiptSeries === after.receiptSeries && state.receiptCount === after.receiptCount
