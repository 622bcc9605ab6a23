import type { SettleAction } from '@shop/shared/inventory/rules/settling.ts'
import type { Discrepancy, DiscrepancyKind } from '@shop/shared/inventory/schema.ts'
import type { SuspendedSale } from '@shop/shared/pos/schema.ts'
import { counted } from '../../ui/counted.ts'

const pieces = (count: number) => counted(count, 'piece')

/** Says on whose device a fact was made that no admin answers for. `isKnown`: true when the shop has an account of that person, a former admin's. */
export const onWhoseDevice = (isKnown: boolean): string =>
  isKnown ? 'on a device whose user was no admin any more' : 'on a device whose user this shop does not know'

type Told = Pick<Discrepancy, 'kind' | 'quantity' | 'note' | 'settlement'> & Partial<Pick<Discrepancy, 'settledByUid'>>

/** True for a return that the server moved to its sale, when that arrived. Everything else is settled by people. */
const isMoved = ({ kind, settledByUid }: Partial<Pick<Discrepancy, 'kind' | 'settledByUid'>>) =>
  kind === 'refund_without_sale' && settledByUid === 'system'

/** Says what the books did not expect. `isKnown`: true when the shop has an account of the person whose act it was. */
export function whatHappened(told: Told, isKnown: boolean): string {
  const { kind, quantity, note, settlement } = told
  const isOpen = settlement === null
  const where = onWhoseDevice(isKnown)
  const sentences: Readonly<Record<DiscrepancyKind, string>> = {
    negative_stock: `${pieces(quantity)} more left the shop than the books held`,
    sold_before_recount: `${pieces(quantity)} sold before the last count, and reported after it`,
    moved_before_recount: `${pieces(Math.abs(quantity))} ${quantity < 0 ? 'added' : 'taken out'} before the last count, and reported after it`,
    late_recount: `A count of ${pieces(quantity)} came too late to know what was sold since. Please count again`,
    missing_item: `${pieces(quantity)} of an item that was deleted meanwhile${note ? `. ${note}` : ''}`,
    missing_consignor: `Goods of a consignor who is gone${note ? `: ${note}` : ''}. If the account was migrated, Migrate All Users moves the money`,
    role_withdrawn: `Sold ${where}`,
    // lists cut long sentences, so the effect comes first
    sale_suspended: isOpen ? `It pays nobody until you accept it: sold ${where}` : `Sold ${where}`,
    void_withdrawn: `Undone ${where}${isOpen ? '. It stands until you undo it' : ''}${note ? `: ${note}` : ''}`,
    owner_differs: `The sale pays somebody other than the owner of the goods: ${note}`,
    refunded_twice: `More came back than was sold, or was given for it: ${note}. The shop bears the loss`,
    refund_without_sale: isMoved(told)
      ? `Money was given back before the sale arrived: ${note}. The return belongs to that sale now`
      : `Money was given back for a sale that this shop did not know: ${note}. ${isOpen ? 'Until the sale arrives, the' : 'The'} shop bears the loss, and the stock does not have the goods`,
    refund_withdrawn: `Money was given back ${onWhoseDevice(isKnown)}: ${note}. The books do not have it: if it is true, return the goods on the sale`,
    shift_withdrawn: `Cash was handled ${onWhoseDevice(isKnown)}: ${note}. The books do not have it`,
    drawer_twice: isOpen
      ? 'Two devices opened this drawer, and each has its own sales. Close one shift with all the cash, then the other with what stays in the drawer. If they are two drawers, give each a name of its own'
      : 'Two devices opened this drawer',
    cart_sold_twice: note ? `One cart, sold on two devices. ${note}` : 'One cart, sold on two devices',
  }
  return sentences[kind]
}

/** Names the thing in question: the item, or the sale by its receipt. Cash that was handled belongs to neither. */
export const subjectOf = ({ kind, itemName }: Pick<Discrepancy, 'kind' | 'itemName'>, receipt: string): string =>
  kind === 'shift_withdrawn' ? 'Cash drawer' : itemName || `Sale ${receipt}`

export const KIND_LABELS: Readonly<Record<DiscrepancyKind, string>> = {
  negative_stock: 'Oversold',
  sold_before_recount: 'Late sale',
  moved_before_recount: 'Late change',
  late_recount: 'Late count',
  missing_item: 'Item deleted',
  missing_consignor: 'Consignor gone',
  role_withdrawn: 'Role withdrawn',
  cart_sold_twice: 'Sold twice',
  sale_suspended: 'Sale waits',
  void_withdrawn: 'Undo waits',
  owner_differs: 'Other owner',
  refunded_twice: 'Returned twice',
  refund_without_sale: 'Sale unknown',
  refund_withdrawn: 'Return waits',
  shift_withdrawn: 'Drawer',
  drawer_twice: 'Opened twice',
}

export const ACTIONS: Readonly<Record<SettleAction, { readonly label: string; readonly effect: string }>> = {
  write_off: { label: 'Write off', effect: 'The pieces were there without being in the books: the stock takes them in.' },
  correct_count: { label: 'Correct the count', effect: 'You counted what is on the shelf now: the stock becomes that number.' },
  undo_sale: { label: 'Undo the sale', effect: 'The whole sale is voided: its money is reversed, and you say where the goods are.' },
  accept: { label: 'Accept', effect: 'You have seen it; stock and books stay as they are.' },
}

/** Says what an undone sale leaves open. */
export const STILL_OPEN: Partial<Readonly<Record<DiscrepancyKind, string>>> = {
  negative_stock: 'The sale is undone. The oversold pieces are still to be settled',
  missing_item: 'The sale is undone. Its goods are on the shelf without an item: please add the item again',
}

export function effectOf(action: SettleAction, { kind, quantity }: Pick<Discrepancy, 'kind' | 'quantity'>): string {
  if (kind === 'refund_without_sale') return 'The shop keeps the loss, even when the sale arrives later.'
  if (kind === 'drawer_twice') return 'Both shifts stand, each with its own count.'
  return action === 'write_off' && quantity < 0 ? 'The count had these pieces already: the stock gives them back.' : ACTIONS[action].effect
}

const SETTLEMENT_LABELS: Readonly<Record<NonNullable<Discrepancy['settlement']>, string>> = {
  written_off: 'Written off',
  count_corrected: 'Count corrected',
  sale_undone: 'Sale undone',
  accepted: 'Accepted',
}

export function settlementLabel(settled: Pick<Discrepancy, 'kind' | 'settlement' | 'settledByUid'>): string {
  const { kind, settlement } = settled
  if (settlement === null) return ''
  if (isMoved(settled)) return 'Sale arrived'
  return kind === 'sale_suspended' && settlement === 'sale_undone' ? 'Sale rejected' : SETTLEMENT_LABELS[settlement]
}

/** The decisions about a waiting sale: the button, the effect, and the word for the sale afterwards. */
export const DECISIONS = {
  accept: { label: 'Accept', effect: 'The sale counts as of its own time: its consignors are paid and told.', done: 'accepted' },
  reject: { label: 'Reject', effect: 'The sale does not count, and nobody is paid. You say where the goods are.', done: 'rejected' },
} as const
export type Decision = keyof typeof DECISIONS

/** Longest time that a sale needs to reach the server while its device is online. */
const ONLINE_MS = 300_000

/** Says when the server received a sale, if that was more than ONLINE_MS after the time that the device gave the sale; otherwise null. */
export function receivedWords(
  { soldAtMs, receivedAtMs }: Pick<SuspendedSale, 'soldAtMs' | 'receivedAtMs'>,
  moment: (atMs: number) => string,
): string | null {
  if (receivedAtMs === null || receivedAtMs - soldAtMs <= ONLINE_MS) return null
  return `That is the device’s own time. The shop’s server received the sale on ${moment(receivedAtMs)}.`
}
