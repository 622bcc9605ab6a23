import * as z from 'zod/mini'
import { type Audience, defineCollection } from '../kernel/define-collection.ts'
import { centsSchema, centsSumSchema, nonNegativeCentsSchema } from '../kernel/money.ts'

/** A consignor's share in percent, 0…100, at most two decimals; default 50 (spec §9). */
export const percentSchema = z
  .number('Please enter a percentage')
  .check(z.minimum(0, 'Percentage must be between 0 and 100'), z.maximum(100, 'Percentage must be between 0 and 100'), z.multipleOf(0.01))

/** What the books hold of a sale whose record was edited: the amounts its posting was made with, and the pieces that left the stock. */
export const bookedSaleSchema = z.object({
  soldQuantity: z.int(),
  salePriceCents: centsSchema,
  shippingCostCents: nonNegativeCentsSchema,
  payoutCents: centsSchema,
})

/** One sold line: of a POS sale, a recorded sale, a master sale or a custom sale (spec §3 Sale). A snapshot: later edits of the item change nothing here. */
export const saleSchema = z.object({
  id: z.string(),
  kind: z.enum(['pos', 'record', 'master', 'custom']),
  /** The POS sale this line belongs to; null for the others. */
  posSaleId: z.nullable(z.string()),
  /** For people: `POS-…`, else the first 8 characters of the id. */
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
  /** Set by the first edit of the record, which changes neither balances nor stock (spec §6); null while record and books agree. */
  booked: z.nullable(bookedSaleSchema),
  /** When an admin last edited the record, and who. */
  editedAtMs: z.nullable(z.number()),
  editedByUid: z.nullable(z.string()),
})
/** One sold line. */
export type Sale = z.infer<typeof saleSchema>

const ownerAndAdmins = (uid: string | null): Audience[] => (uid ? ['admins', `user:${uid}`] : ['admins'])

/** Sales: admins see all, a consignor sees one's own without the shop's margin and the seller; what was booked is part of it, so that history and balance agree. */
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

/** The sale as its posting was made, whatever was edited since. */
export function asBooked(sale: Sale): Sale {
  return sale.booked ? { ...sale, ...sale.booked } : sale
}

/** What a sale begins with: nothing undone, nothing edited. */
export const FRESH_SALE = { voidedAtMs: null, booked: null, editedAtMs: null, editedByUid: null } as const

/** Accounts of the double-entry ledger (design §5). The first two are kept per consignor, the rest are the shop's. */
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
  /** Credit positive: what the shop owes the consignor, earned, or owes the tax office; cash taken in is negative (sales_clearing). */
  amountCents: centsSumSchema,
  kind: z.string(),
  sourceId: z.string(),
  commandId: z.string(),
  atMs: z.number(),
  byUid: z.string(),
})
/** A ledger entry. */
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>

/** The ledger, on the server alone. */
export const ledgerEntries = defineCollection({
  name: 'ledgerEntries',
  schema: ledgerEntrySchema,
  indexes: ['postingId', 'uid', 'sourceId'],
  reach: 'server-only',
  audience: () => [],
})

/** A consignor's balance: the projection of the ledger, updated with each posting (design §5). The id is the uid. */
export const balanceSchema = z.object({ id: z.string(), availableCents: centsSumSchema, heldCents: centsSumSchema })
/** A balance. */
export type Balance = z.infer<typeof balanceSchema>

/** Balances: admins see all, everyone sees one's own. */
export const balances = defineCollection({
  name: 'balances',
  schema: balanceSchema,
  audience: (balance) => ['admins', `user:${balance.id}`],
  userFields: 'all',
})

/** One thing that does not add up, in cents or pieces: a posting that does not sum to zero, a balance that is not the sum of its entries, or stock that is
 *  not the sum of its movements. */
export const booksMismatchSchema = z.object({
  kind: z.enum(['posting', 'balance', 'stock']),
  /** The posting, the consignor, or the item. */
  subjectId: z.string(),
  /** Of a balance: which of the two. */
  account: z.nullable(ledgerAccountSchema),
  /** What the entries or movements sum to; of a posting 0. */
  expected: z.number(),
  /** What is kept; of a posting its sum. */
  found: z.number(),
})

/** One look at the whole books: what was looked at, and what does not add up. */
export const booksCheckSchema = z.object({
  id: z.string(),
  atMs: z.number(),
  tookMs: z.number(),
  /** The admin who asked for it; null for the nightly one. */
  byUid: z.nullable(z.string()),
  postingsCount: z.int(),
  balancesCount: z.int(),
  itemsCount: z.int(),
  /** At most `MAX_BOOKS_MISMATCHES` of them; the check stops there. */
  mismatches: z.array(booksMismatchSchema),
})
/** One look at the whole books. */
export type BooksCheck = z.infer<typeof booksCheckSchema>

/** The latest checks of the books, for admins. */
export const booksChecks = defineCollection({ name: 'booksChecks', schema: booksCheckSchema })

/** The check that says how the books stand. */
export function latestCheck(checks: readonly BooksCheck[]): BooksCheck | undefined {
  return checks.reduce<BooksCheck | undefined>((newest, one) => (newest && newest.atMs >= one.atMs ? newest : one), undefined)
}
