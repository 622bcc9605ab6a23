import * as z from 'zod/mini'
import { type Audience, defineCollection } from '../kernel/define-collection.ts'
import { centsSchema, centsSumSchema, nonNegativeCentsSchema } from '../kernel/money.ts'
import { reductionsSchema } from './reduction-schema.ts'

/** A consignor's share in percent, 0…100, with at most two decimals. */
export const percentSchema = z
  .number('Please enter a percentage')
  .check(z.minimum(0, 'Percentage must be between 0 and 100'), z.maximum(100, 'Percentage must be between 0 and 100'), z.multipleOf(0.01))

/** Booked amounts and pieces of a sale whose record was edited. */
export const bookedSaleSchema = z.object({
  soldQuantity: z.int(),
  salePriceCents: centsSchema,
  shippingCostCents: nonNegativeCentsSchema,
  payoutCents: centsSchema,
})

/** The parts of a sold line that came back, and the returns that took them. The shop's share is the rest, which its consignor does not see. */
export const refundedPartSchema = z.object({
  quantity: z.int(),
  totalCents: centsSchema,
  taxCents: centsSchema,
  payoutCents: centsSchema,
  /** The latest returns, oldest first; at most `MAX_LISTED_RETURNS`. */
  returns: z.array(
    z.object({ atMs: z.number(), quantity: z.int(), totalCents: centsSchema, payoutCents: centsSchema, reason: z.string() }),
  ),
})

/** One sold line of a POS sale, a recorded sale, a master sale or a custom sale. It is a snapshot, which later edits of the item do not change. */
export const saleSchema = z.object({
  id: z.string(),
  kind: z.enum(['pos', 'record', 'master', 'custom']),
  /** The POS sale of this line; null for a sale of another kind. */
  posSaleId: z.nullable(z.string()),
  /** Id for people: `POS-…`, or the first 8 characters of the id. */
  displayId: z.string(),
  itemId: z.nullable(z.string()),
  itemName: z.string(),
  barcode1: z.string(),
  imageUrl: z.string(),
  consignorId: z.nullable(z.string()),
  soldQuantity: z.int(),
  /** The discounts of a POS sale's line; null or absent for none. */
  reductions: reductionsSchema,
  /** Total of the line after reductions, tax-inclusive. */
  salePriceCents: centsSchema,
  shippingCostCents: nonNegativeCentsSchema,
  taxCents: centsSchema,
  consignorPercentage: percentSchema,
  /** The consignor's share. */
  payoutCents: centsSchema,
  /** The shop's share. */
  shopCents: centsSchema,
  soldAtMs: z.number(),
  byUid: z.string(),
  voidedAtMs: z.nullable(z.number()),
  /** The parts that came back of a POS sale's line; null or absent for a line of which nothing did. */
  refunded: z.nullish(refundedPartSchema),
  /** Set by the first edit of the record; null before. An edit changes neither balances nor stock. */
  booked: z.nullable(bookedSaleSchema),
  /** Time of the last edit of the record; null for never. */
  editedAtMs: z.nullable(z.number()),
  editedByUid: z.nullable(z.string()),
})
/** One sold line. */
export type Sale = z.infer<typeof saleSchema>

/** True when a record pays the consignor more than the customer paid, after an edit or a discount at the shop's cost. */
export const paysAbovePrice = ({ payoutCents, salePriceCents }: Pick<Sale, 'payoutCents' | 'salePriceCents'>): boolean =>
  payoutCents > salePriceCents

const ownerAndAdmins = (uid: string | null): Audience[] => (uid ? ['admins', `user:${uid}`] : ['admins'])

/** Sales: admins see all, consignors see their own without the shop's share, the cashier and the editor. */
export const sales = defineCollection({
  name: 'sales',
  schema: saleSchema,
  indexes: ['posSaleId', 'consignorId'],
  audience: (sale) => ownerAndAdmins(sale.consignorId),
  userFields: [
    'kind',
    'posSaleId',
    'displayId',
    'itemId',
    'itemName',
    'barcode1',
    'imageUrl',
    'consignorId',
    'soldQuantity',
    'reductions',
    'salePriceCents',
    'shippingCostCents',
    'taxCents',
    'consignorPercentage',
    'payoutCents',
    'soldAtMs',
    'voidedAtMs',
    'refunded',
    'booked',
    'editedAtMs',
  ],
})

/** Returns the sale as it was booked, without later edits. */
export function asBooked(sale: Sale): Sale {
  return sale.booked ? { ...sale, ...sale.booked } : sale
}

/** Fields of a sale without discounts that is not voided and not edited. */
export const FRESH_SALE = { reductions: null, voidedAtMs: null, refunded: null, booked: null, editedAtMs: null, editedByUid: null } as const

/** Accounts of the double-entry ledger. The first two exist for each consignor; all others are the shop's. `sales_clearing` has what customers
 *  owe for sold goods, until the postings of their payments move it to the accounts of money; of cash, `cash_drawer` has that of shifts, and
 *  `cash_unassigned` that of sales without one, which no count has ascribed to a drawer. */
export const ledgerAccountSchema = z.enum([
  'consignor_available',
  'consignor_held',
  'sales_clearing',
  'shop_revenue',
  'commission',
  'shipping',
  'tax',
  'paid_out',
  'adjustments',
  'suspense',
  'suspended_takings',
  'cash_drawer',
  'cash_unassigned',
  'card_clearing',
  'other_clearing',
  'refund_loss',
  'safe',
  'expenses',
  'over_short',
])
/** A ledger account. */
export type LedgerAccount = z.infer<typeof ledgerAccountSchema>

/** One side of a posting, append-only. The amounts of one `postingId` sum to zero. */
export const ledgerEntrySchema = z.object({
  id: z.string(),
  postingId: z.string(),
  account: ledgerAccountSchema,
  /** The consignor; null for an account of the shop. */
  uid: z.nullable(z.string()),
  /** Credit positive: money that the shop owes or has earned. Cash taken in is negative. */
  amountCents: centsSumSchema,
  kind: z.string(),
  sourceId: z.string(),
  commandId: z.string(),
  atMs: z.number(),
  byUid: z.string(),
})
/** A ledger entry. */
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>

/** The ledger, on the server only. */
export const ledgerEntries = defineCollection({
  name: 'ledgerEntries',
  schema: ledgerEntrySchema,
  indexes: ['postingId', 'uid', 'sourceId'],
  reach: 'server-only',
  audience: () => [],
})

/** A consignor's balance, which each posting updates (law *Books*). The id is the uid. */
export const balanceSchema = z.object({ id: z.string(), availableCents: centsSumSchema, heldCents: centsSumSchema })
/** A balance. */
export type Balance = z.infer<typeof balanceSchema>

/** Balances: admins see all, each person sees their own. */
export const balances = defineCollection({
  name: 'balances',
  schema: balanceSchema,
  audience: (balance) => ['admins', `user:${balance.id}`],
  userFields: 'all',
})

/** One mismatch in the books, in cents or pieces. A posting must sum to zero, the payments of a POS sale or return must equal its lines, the cash of
 *  a shift its facts, a balance its entries, stock its movements, and an item's promised pieces those that waiting orders of trades hold. */
export const booksMismatchSchema = z.object({
  kind: z.enum(['posting', 'balance', 'stock', 'promised']),
  /** The posting, the POS sale or return, the shift, the consignor, or the item. */
  subjectId: z.string(),
  /** The account of a balance; of the kind `posting`, which devices of every version can read, `sales_clearing` when the postings of a POS sale
   *  together leave money there, and `cash_drawer` for a shift; null for all others. */
  account: z.nullable(ledgerAccountSchema),
  /** Sum of the entries, facts, movements or orders; 0 for postings. */
  expected: z.number(),
  /** Stored value; for postings, their sum. */
  found: z.number(),
})

/** One check of the whole books, with its mismatches. */
export const booksCheckSchema = z.object({
  id: z.string(),
  atMs: z.number(),
  tookMs: z.number(),
  /** The admin who requested the check; null for the nightly check. */
  byUid: z.nullable(z.string()),
  postingsCount: z.int(),
  balancesCount: z.int(),
  itemsCount: z.int(),
  /** Mismatches, at most `MAX_BOOKS_MISMATCHES`. */
  mismatches: z.array(booksMismatchSchema),
})
/** One check of the whole books. */
export type BooksCheck = z.infer<typeof booksCheckSchema>

/** The latest checks of the books, for admins. */
export const booksChecks = defineCollection({ name: 'booksChecks', schema: booksCheckSchema })

/** Finds the newest check. */
export function latestCheck(checks: readonly BooksCheck[]): BooksCheck | undefined {
  return checks.reduce<BooksCheck | undefined>((newest, one) => (newest && newest.atMs >= one.atMs ? newest : one), undefined)
}
