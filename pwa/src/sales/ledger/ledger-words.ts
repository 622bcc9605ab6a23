import type { Posting } from '@shop/shared/sales/ledger-calls.ts'
import type { PostingKind, PostingSource } from '@shop/shared/sales/rules/posting-kinds.ts'
import type { BooksCheck, LedgerAccount } from '@shop/shared/sales/schema.ts'
import { SERVER_NAME } from '../../ui/use-names.ts'

export const KIND_WORDS: Readonly<Record<PostingKind, string>> = {
  pos_sale: 'POS sale',
  pos_sale_void: 'POS sale undone',
  pos_tender: 'POS sale paid',
  pos_tender_void: 'POS sale’s payment undone',
  refund: 'Goods returned',
  refund_tender: 'Money given back',
  suspended_sale: 'Sale waits for an admin',
  suspended_sale_settled: 'Waiting sale settled',
  recorded_sale: 'Recorded sale',
  recorded_sale_void: 'Recorded sale undone',
  custom_sale: 'Custom sale',
  custom_sale_void: 'Custom sale undone',
  payout_request: 'Payout requested',
  payout_paid: 'Payout paid',
  payout_unpaid: 'Payout not paid after all',
  payout_deleted: 'Payout request deleted',
  trade_hold: 'Held for a trade',
  trade_release: 'Released from a trade',
  trade_fulfilled: 'Trade fulfilled',
  trade_deleted: 'Trade deleted',
  adjustment: 'Balance corrected',
  opening_balance: 'Opening balance',
  account_migration: 'Account migrated',
  shift_opened: 'Shift opened',
  cash_moved: 'Cash moved',
  shift_closed: 'Shift closed',
  shift_late: 'Cash after the count',
}

/** Word for a kind; a kind that only a newer server knows keeps its own name. */
export const kindWord = (kind: string): string => (Object.hasOwn(KIND_WORDS, kind) ? KIND_WORDS[kind as PostingKind] : kind)

export const makerOf = ({ byName, byUid }: Pick<Posting, 'byName' | 'byUid'>): string =>
  byName || (byUid === 'system' ? SERVER_NAME : byUid)

export const ACCOUNT_WORDS: Readonly<Record<LedgerAccount, string>> = {
  consignor_available: 'Consignor, available',
  consignor_held: 'Consignor, held',
  sales_clearing: 'Taken for sales',
  shop_revenue: 'Shop’s share',
  commission: 'Commission',
  shipping: 'Shipping',
  tax: 'Sales tax',
  paid_out: 'Paid out',
  adjustments: 'Adjustments',
  suspense: 'Waiting for an admin',
  suspended_takings: 'Cash of waiting sales',
  cash_drawer: 'Cash drawer',
  cash_unassigned: 'Cash without a shift',
  card_clearing: 'Card payments',
  other_clearing: 'Other payments',
  refund_loss: 'Loss by returns',
  safe: 'Safe',
  expenses: 'Paid from the drawer',
  over_short: 'Over or short',
}

/** Short account names, for a line with several. */
export const SHORT_ACCOUNTS: Readonly<Record<LedgerAccount, string>> = {
  consignor_available: 'Consignor',
  consignor_held: 'Held',
  sales_clearing: 'Taken',
  shop_revenue: 'Shop',
  commission: 'Commission',
  shipping: 'Shipping',
  tax: 'Tax',
  paid_out: 'Paid out',
  adjustments: 'Adjustments',
  suspense: 'Waiting',
  suspended_takings: 'Waiting cash',
  cash_drawer: 'Drawer',
  cash_unassigned: 'Cash',
  card_clearing: 'Card',
  other_clearing: 'Other',
  refund_loss: 'Loss',
  safe: 'Safe',
  expenses: 'Expenses',
  over_short: 'Over/short',
}

/** Words for the subject of a posting. */
export const SOURCE_WORDS: Readonly<Record<PostingSource, string>> = {
  sale: 'Sale',
  refund: 'Return',
  payout: 'Payout',
  trade: 'Trade',
  person: 'Person',
  shift: 'Shift',
}

type Mismatch = BooksCheck['mismatches'][number]

/** Words before the name of the posting, person or item that does not match. */
export const MISMATCH_WORDS: Readonly<Record<Mismatch['kind'], string>> = {
  posting: 'Posting',
  balance: 'Balance of',
  stock: 'Stock of',
  promised: 'Pieces promised of',
}

/** Words for what a stored value must equal. */
export const MISMATCH_SOURCES: Readonly<Record<Exclude<Mismatch['kind'], 'posting'>, string>> = {
  balance: 'its entries say',
  stock: 'its movements say',
  promised: 'the waiting orders hold',
}
