/** Origin of a posting: a sold line, a return, a payout request, a trade, a person, or a shift. */
export type PostingSource = 'sale' | 'refund' | 'payout' | 'trade' | 'person' | 'shift'

/** Every kind of posting, with the kind of origin that its `sourceId` names. */
export const POSTING_SOURCES = {
  pos_sale: 'sale',
  pos_sale_void: 'sale',
  pos_tender: 'sale',
  pos_tender_void: 'sale',
  refund: 'refund',
  refund_tender: 'refund',
  suspended_sale: 'sale',
  suspended_sale_settled: 'sale',
  recorded_sale: 'sale',
  recorded_sale_void: 'sale',
  custom_sale: 'sale',
  custom_sale_void: 'sale',
  payout_request: 'payout',
  payout_paid: 'payout',
  payout_unpaid: 'payout',
  payout_deleted: 'payout',
  trade_hold: 'trade',
  trade_release: 'trade',
  trade_fulfilled: 'trade',
  trade_deleted: 'trade',
  adjustment: 'person',
  opening_balance: 'person',
  account_migration: 'person',
  shift_opened: 'shift',
  cash_moved: 'shift',
  shift_closed: 'shift',
  shift_late: 'shift',
} as const satisfies Readonly<Record<string, PostingSource>>

/** Kind of a posting. */
export type PostingKind = keyof typeof POSTING_SOURCES

/** Every kind of posting. */
export const POSTING_KINDS = Object.keys(POSTING_SOURCES) as readonly PostingKind[]

/** Returns the kind of origin of a posting; null for a kind of posting that this release does not know. */
export function sourceOfKind(kind: string): PostingSource | null {
  return Object.hasOwn(POSTING_SOURCES, kind) ? POSTING_SOURCES[kind as PostingKind] : null
}
