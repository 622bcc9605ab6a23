import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { centsSumSchema } from '../kernel/money.ts'
import { salesRefusals } from './errors.ts'
import { POSTING_KINDS, type PostingKind } from './rules/posting-kinds.ts'
import { booksCheckSchema, ledgerAccountSchema } from './schema.ts'

/** Number of postings on one page of the ledger. */
export const LEDGER_PAGE_POSTINGS = 50

/** Maximum number of postings in one export. These are about 200,000 rows, which every spreadsheet can open. */
export const LEDGER_EXPORT_MAX_POSTINGS = 50_000

const dateSchema = z.optional(z.iso.date('Please enter a date (YYYY-MM-DD)'))

/** Filters of postings; all filters must match. A posting matches an account or a consignor when one of its entries matches. */
const filterShape = {
  uid: z.optional(z.string().check(z.maxLength(100))),
  account: z.optional(ledgerAccountSchema),
  kind: z.optional(z.enum(POSTING_KINDS as [PostingKind, ...PostingKind[]], 'There is no such kind of posting')),
  /** Id of the sale, return, payout, trade, person or shift that the posting is about. That of a POS sale also means its lines and returns. */
  source: z.optional(z.string().check(z.maxLength(100))),
  /** First and last day, in the shop's time zone. */
  from: dateSchema,
  to: dateSchema,
}
const filterSchema = z
  .object(filterShape)
  .check(z.refine(({ from, to }) => !from || !to || from <= to, { message: 'The first day is after the last one', path: ['from'] }))
/** Filters of postings. */
export type LedgerFilter = z.infer<typeof filterSchema>

/** A posting with its origin and its entries, which sum to zero. */
export const postingSchema = z.object({
  id: z.string(),
  /** One of `POSTING_KINDS`, or a kind of a newer release. */
  kind: z.string(),
  /** Time of the posting, ISO 8601. */
  at: z.string(),
  byUid: z.string(),
  /** Name of the person who caused the posting; '' for the server and for an unknown person. */
  byName: z.string(),
  /** The command of the posting; the name is null when the server no longer knows the command. */
  command: z.object({ id: z.string(), name: z.nullable(z.string()) }),
  /** Origin of the posting. `label`: the name of the item or person, the payout's handle, the drawer, or the receipt number of a whole POS sale or
   *  return; '' when the origin no longer exists. */
  source: z.object({
    kind: z.nullable(z.enum(['sale', 'refund', 'payout', 'trade', 'person', 'shift'])),
    id: z.string(),
    label: z.string(),
    /** The POS sale, when the origin is it, one of its lines or a return. */
    posSaleId: z.nullable(z.string()),
    displayId: z.string(),
  }),
  /** Reason that the person gave; '' for none. */
  reason: z.string(),
  /** Entries in cents, credit positive. Cash taken in, for example, is negative. */
  entries: z.array(
    z.object({
      id: z.string(),
      account: ledgerAccountSchema,
      uid: z.nullable(z.string()),
      /** The consignor's name; '' for an account of the shop. */
      name: z.string(),
      amountCents: centsSumSchema,
    }),
  ),
})
/** A posting with its origin and its entries. */
export type Posting = z.infer<typeof postingSchema>

/** Lists the ledger page by page. The ledger is on the server only. */
export const listPostingsCall = defineCall({
  name: 'sales.listPostings',
  method: 'GET',
  path: '/sales/ledger',
  access: 'admin',
  cost: 'search',
  summary: `Lists the postings of the ledger, latest first, ${LEDGER_PAGE_POSTINGS} a page; pass \`next\` as \`after\` to get the next page.`,
  query: z.safeExtend(filterSchema, {
    after: z.optional(z.string().check(z.regex(/^-?\d{1,15}_[0-9a-f-]{1,100}$/i, 'Not a place in the ledger'))),
  }),
  output: z.object({ postings: z.array(postingSchema), next: z.nullable(z.string()) }),
})

/** Exports the ledger of a period as a file. */
export const exportLedgerCall = defineCall({
  name: 'sales.exportLedger',
  method: 'GET',
  path: '/sales/ledger/export',
  access: 'admin',
  cost: 'export',
  summary: `Returns the entries of at most ${LEDGER_EXPORT_MAX_POSTINGS} postings as a CSV file, oldest first, with the totals of each account at its end.`,
  query: filterSchema,
  output: z.string(),
  refusals: { LEDGER_PERIOD_TOO_LONG: salesRefusals.LEDGER_PERIOD_TOO_LONG },
})

/** Checks whether the books balance. */
export const checkLedgerCall = defineCall({
  name: 'sales.checkLedger',
  method: 'POST',
  path: '/sales/ledger/check',
  access: 'admin',
  cost: 'check',
  summary:
    'Checks that every posting sums to zero, that the payments of each POS sale equal its lines, and that balances and stock equal the sum of their entries and movements; keeps the result.',
  output: booksCheckSchema,
})
