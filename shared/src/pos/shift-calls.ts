import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { dollarsSchema } from '../kernel/dollars.ts'
import { idSchema } from '../kernel/ids.ts'
import { pageQuery } from '../kernel/page-query.ts'
import { optionalText, requiredText } from '../kernel/text.ts'
import { refundTenderSchema } from '../sales/refund-schema.ts'
import { posRefusals } from './errors.ts'
import { cashMoveKindSchema, MAX_DENOMINATIONS } from './shift-schema.ts'

/** Number of shifts on one page of the list. */
export const SHIFT_PAGE_SIZE = 50

const { SHIFT_NOT_FOUND, SHIFT_CLOSED } = posRefusals
const shiftPath = z.object({ id: idSchema })

/** Figures of a closed shift in dollars, as they were printed. Money given back and voided is positive. */
const restFiguresSchema = z.object({
  salesCount: z.int(),
  sales: z.number(),
  returnsCount: z.int(),
  returns: z.number(),
  voidsCount: z.int(),
  voids: z.number(),
  discounts: z.number(),
  tax: z.number(),
  payments: z.array(z.object({ kind: refundTenderSchema.shape.kind, label: z.string(), amount: z.number() })),
  openingCash: z.number(),
  cashIn: z.number(),
  cashOut: z.number(),
  toSafe: z.number(),
  noSaleCount: z.int(),
  expectedCash: z.number(),
})

/** A shift as a REST answer shows it, in dollars. */
export const restShiftSchema = z.object({
  shiftID: z.string(),
  number: z.int(),
  drawer: z.string(),
  /** Times are ISO 8601; null for a step that has not been heard of yet. */
  openedAt: z.nullable(z.string()),
  openedBy: z.nullable(z.string()),
  openingCash: z.number(),
  /** Cash that the books expect, with what came after the close. */
  expectedCash: z.number(),
  closedAt: z.nullable(z.string()),
  closedBy: z.nullable(z.string()),
  countedCash: z.nullable(z.number()),
  /** Counted less expected; negative when cash is missing. */
  difference: z.nullable(z.number()),
  leftCash: z.nullable(z.number()),
  note: z.string(),
  z: z.nullable(restFiguresSchema),
})
/** A shift as a REST answer shows it. */
export type RestShift = z.infer<typeof restShiftSchema>

/** Opens a shift. */
export const openShiftCall = defineCall({
  name: 'pos.openShift',
  method: 'POST',
  path: '/pos/shifts',
  access: 'admin',
  summary:
    'Opens a shift of a drawer with the cash counted in it. What differs from the cash that the shift before left is over or short; the first float of a drawer comes from the safe.',
  body: z.object({
    /** Idempotency key: a shift that is opened twice under one id is opened once. */
    shiftID: z.optional(idSchema),
    drawer: requiredText(40, 'Please name the drawer'),
    openingCash: dollarsSchema,
  }),
  output: z.object({ message: z.string(), shiftID: z.string(), number: z.int() }),
})

/** Records cash that went into a drawer or out of it. */
export const moveCashCall = defineCall({
  name: 'pos.moveCash',
  method: 'POST',
  path: '/pos/shifts/{id}/cash',
  access: 'admin',
  summary:
    'Records cash put into a drawer (`in`), paid out of it (`out`) or taken to the safe (`drop`), and a drawer opened without a sale (`no_sale`, of 0).',
  params: shiftPath,
  body: z.object({
    /** Idempotency key: a move that is sent twice is booked once. */
    moveID: z.optional(idSchema),
    kind: cashMoveKindSchema,
    amount: z._default(dollarsSchema, 0),
    reason: optionalText(200),
  }),
  output: z.object({ message: z.string(), moveID: z.string() }),
  refusals: { SHIFT_NOT_FOUND },
})

/** Closes a shift with the cash counted. */
export const closeShiftCall = defineCall({
  name: 'pos.closeShift',
  method: 'POST',
  path: '/pos/shifts/{id}/close',
  access: 'admin',
  summary:
    'Closes a shift, once: the difference between counted and expected cash is over or short, and what does not stay in the drawer goes to the safe.',
  params: shiftPath,
  body: z.object({
    countedCash: dollarsSchema,
    /** Pieces of each coin or note; together they are the cash counted. */
    counts: z._default(
      z
        .array(z.object({ value: dollarsSchema.check(z.minimum(0.01)), pieces: z.int().check(z.minimum(0), z.maximum(100_000)) }))
        .check(z.maxLength(MAX_DENOMINATIONS)),
      [],
    ),
    leftCash: dollarsSchema,
    note: optionalText(500),
  }),
  output: z.object({ message: z.string(), shiftID: z.string(), z: restFiguresSchema }),
  refusals: { SHIFT_NOT_FOUND, SHIFT_CLOSED },
})

/** Lists the shifts, latest first. */
export const listShiftsCall = defineCall({
  name: 'pos.listShifts',
  method: 'GET',
  path: '/pos/shifts',
  access: 'admin',
  cost: 'search',
  summary: `Lists the shifts of all drawers, latest first, ${SHIFT_PAGE_SIZE} a page, each closed one with its printed figures.`,
  query: z.object({ page: pageQuery }),
  output: z.object({ shifts: z.array(restShiftSchema), hasMore: z.boolean() }),
})
