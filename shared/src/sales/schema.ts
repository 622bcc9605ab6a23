import * as z from 'zod/mini'
import { type Audience, defineCollection } from '../kernel/define-collection.ts'
import { centsSchema, centsSumSchema, nonNegativeCentsSchema } from '../kernel/money.ts'

/** A consignor's share in percent, 0…100, at most two decimals; default 50. */
export const percentSchema = z
  .number('Please enter a percentage')
  .check(z.minimum(0, 'Percentage must be between 0 and 100'), z.maximum(100, 'Percentage must be between 0 and 100'), z.multipleOf(0.01))

/** Amounts and pieces as they were booked, for a sale whose record was edited. */
export const bookedSaleSchema = z.object({
  soldQuantity: z.int(),
  salePriceCents: centsSchema,
  shippingCostCents: nonNegativeCentsSchema,
  payoutCents: centsSchema,
})

/** One sold line: of a POS sale, a recorded sale, a master sale or a custom sale. A snapshot: later edits of the item change nothing here. */
export const saleSchema = z.object({
  id: z.string(),
  kind: z.enum(['pos', 'record', 'master', 'custom']),
  /** The POS sale of this line; null for the other kinds. */
  posSaleId: z.nullable(z.string()),
  /** Id for people: `POS-…`, else the first 8 characters of the id. */
  displayId: z.string(),
  itemId: z.nullable(z.string()),
  itemName: z.string(),
  barcode1: z.string(),
  imageUrl: z.string(),
  consignorId: z.nullable(z.string()),
  soldQuantity: z.int(),
  /** Total of the line, tax-inclusive. */
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
  /** Set by the first edit of the record, which changes neither balances nor stock; null while record and books agree. */
  booked: z.nullable(bookedSaleSchema),
  /** Time of the last edit of the record; null for never. */
  editedAtMs: z.nullable(z.number()),
  editedByUid: z.nullable(z.string()),
})
/** One sold line. */
export type Sale = z.infer<typeof saleSchema>

const ownerAndAdmins = (uid: string | null): Audience[] => (uid ? ['admins', `user:${uid}`] : ['admins'])

/** Sales: admins see all, consignors see their own without the shop's margin and the seller. They also see the booked amounts, so that history and
 *  balance agree. */
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
    'salePriceCents',
    'shippingCostCents',
    'taxCents',
    'consignorPercentage',
    'payoutCents',
    'soldAtMs',
    'voidedAtMs',
    'booked',
    'editedAtMs',
  ],
})

/** The sale as it was booked, whatever was edited since. */
export function asBooked(sale: Sale): Sale {
  return sale.booked ? { ...sale, ...sale.booked } : sale
}

/** Initial fields of a sale: not voided, not edited. */
export const FRESH_SALE = { voidedAtMs: null, booked: null, editedAtMs: null, editedByUid: null } as const

/** Accounts of the double-entry ledger. The first two exist per consignor, the rest are the shop's. */
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
])
/** A ledger account. */
export type LedgerAccount = z.infer<typeof ledgerAccountSchema>

/** One side of a posting. Append-only; the amounts of one `postingId` sum to zero. */
export const ledgerEntrySchema = z.object({
  id: z.string(),
  postingId: z.string(),
  account: ledgerAccountSchema,
  /** The consignor of a per-consignor account, else null. */
  uid: z.nullable(z.string()),
  /** Credit positive: what the shop owes the consignor or the tax office, or earned; cash taken in is negative (sales_clearing). */
  amountCents: centsSumSchema,
  kind: z.string(),
  sourceId: z.string(),
  commandId: z.string(),
  atMs: z.number(),
  byUid: z.string(),
})
/** A ledger entry. */
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>

/** The ledger; it never leaves the server. */
export const ledgerEntries = defineCollection({
  name: 'ledgerEntries',
  schema: ledgerEntrySchema,
  indexes: ['postingId', 'uid', 'sourceId'],
  reach: 'server-only',
  audience: () => [],
})

/** A consignor's balance: a projection of the ledger, updated with each posting (law *Books*). The id is the uid. */
export const balanceSchema = z.object({ id: z.string(), availableCents: centsSumSchema, heldCents: centsSumSchema })
/** A balance. */
export type Balance = z.infer<typeof balanceSchema>

/** Balances: admins see all, everyone sees their own. */
export const balances = defineCollection({
  name: 'balances',
  schema: balanceSchema,
  audience: (balance) => ['admins', `user:${balance.id}`],
  userFields: 'all',
})

/** One mismatch, in cents or pieces: a posting that does not sum to zero, a balance that differs from its entries, or stock that differs from its
 *  movements. */
export const booksMismatchSchema = z.object({
  kind: z.enum(['posting', 'balance', 'stock']),
  /** The posting, the consignor, or the item. */
  subjectId: z.string(),
  /** One of a consignor's two balances; null for other kinds. */
  account: z.nullable(ledgerAccountSchema),
  /** Sum of the entries or movements; 0 for a posting. */
  expected: z.number(),
  /** Stored value; for a posting, its sum. */
  found: z.number(),
})

/** One check of the whole books, and its mismatches. */
export const booksCheckSchema = z.object({
  id: z.string(),
  atMs: z.number(),
  tookMs: z.number(),
  /** The admin who asked for it; null for the nightly check. */
  byUid: z.nullable(z.string()),
  postingsCount: z.int(),
  balancesCount: z.int(),
  itemsCount: z.int(),
  /** At most `MAX_BOOKS_MISMATCHES`, where the check stops. */
  mismatches: z.array(booksMismatchSchema),
})
/** One check of the whole books. */
export type BooksCheck = z.infer<typeof booksCheckSchema>

/** The latest checks of the books, for admins. */
export const booksChecks = defineCollection({ name: 'booksChecks', schema: booksCheckSchema })

/** The newest check, which shows the current state of the books. */
export function latestCheck(checks: readonly BooksCheck[]): BooksCheck | undefined {
  return checks.reduce<BooksCheck | undefined>((newest, one) => (newest && newest.atMs >= one.atMs ? newest : one), undefined)
}
