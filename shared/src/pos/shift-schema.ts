import * as z from 'zod/mini'
import { defineCollection } from '../kernel/define-collection.ts'
import { centsSchema, centsSumSchema, nonNegativeCentsSchema } from '../kernel/money.ts'
import { refundTenderSchema } from '../sales/refund-schema.ts'

/** Maximum number of payment names that a Z lists; further names are added up under one. */
export const MAX_Z_PAYMENTS = 50
/** Maximum number of moves that a Z names. */
export const MAX_Z_MOVES = 1_000
/** Largest number of a shift. */
export const MAX_SHIFT_NUMBER = 1_000_000
/** Maximum number of denominations of one count. */
export const MAX_DENOMINATIONS = 20

/** Cash that was put into the drawer or paid out of it, money taken to the safe, or a drawer opened without a sale. */
export const cashMoveKindSchema = z.enum(['in', 'out', 'drop', 'no_sale'])
/** Kind of a cash move. */
export type CashMoveKind = z.infer<typeof cashMoveKindSchema>

/** A cash move of a shift. */
export const cashMoveSchema = z.object({
  id: z.string(),
  shiftId: z.string(),
  kind: cashMoveKindSchema,
  /** 0 for a drawer opened without a sale. */
  amountCents: nonNegativeCentsSchema,
  reason: z.string(),
  atMs: z.number(),
  byUid: z.string(),
})
/** A cash move of a shift. */
export type CashMove = z.infer<typeof cashMoveSchema>

/** Cash moves, for admins. */
export const cashMoves = defineCollection({ name: 'cashMoves', schema: cashMoveSchema, indexes: ['shiftId'] })

const countSchema = z.int().check(z.minimum(0), z.maximum(1_000_000))

/** Figures of a shift: the X of an open one, the Z of a closed one. Money given back and voided is positive here. */
export const shiftFiguresSchema = z.object({
  salesCount: countSchema,
  salesCents: centsSchema,
  returnsCount: countSchema,
  returnsCents: centsSchema,
  voidsCount: countSchema,
  voidsCents: centsSchema,
  /** Taken off the sales by discounts, whatever came back later. Absent in figures of older releases. */
  discountsCents: z.optional(centsSchema),
  /** Tax within the sales, less that of returns and voids. */
  taxCents: centsSchema,
  /** Net amount of each way of payment. */
  payments: z
    .array(z.object({ kind: refundTenderSchema.shape.kind, label: z.string().check(z.maxLength(100)), amountCents: centsSchema }))
    .check(z.maxLength(MAX_Z_PAYMENTS + 1)),
  openingCents: centsSchema,
  inCents: centsSchema,
  outCents: centsSchema,
  dropCents: centsSchema,
  noSaleCount: countSchema,
  /** The moves that are in these figures. */
  moveIds: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(MAX_Z_MOVES)),
  /** Cash that should lie in the drawer. */
  expectedCents: centsSchema,
})
/** Figures of a shift. */
export type ShiftFigures = z.infer<typeof shiftFiguresSchema>

/** Pieces of one coin or note in a count. */
export const denominationSchema = z.object({
  valueCents: centsSchema.check(z.minimum(1)),
  pieces: z.int().check(z.minimum(0), z.maximum(100_000)),
})
/** Pieces of one coin or note in a count. */
export type Denomination = z.infer<typeof denominationSchema>

/** A shift of a drawer, from its float to its count. Its parts may arrive in any order (law *Facts*): a shift that the shop has only heard of has no
 *  `openedAtMs` yet. */
export const shiftSchema = z.object({
  id: z.string(),
  /** Number within the drawer, as its device knew it. */
  number: z.int(),
  /** Name of the drawer. */
  drawer: z.string(),
  /** The drawer as `drawerKeyOf` writes it while the shift is open; null after the close and before the opening. Absent in rows of older releases. */
  openDrawer: z.nullish(z.string()),
  /** The device that opened the shift. */
  clientId: z.string(),
  openedAtMs: z.nullable(z.number()),
  openedByUid: z.nullable(z.string()),
  openingCents: nonNegativeCentsSchema,
  /** Cash that the books expect in the drawer; facts that come after the close still count. */
  expectedCents: centsSumSchema,
  closedAtMs: z.nullable(z.number()),
  closedByUid: z.nullable(z.string()),
  countedCents: z.nullable(nonNegativeCentsSchema),
  counts: z.array(denominationSchema),
  /** Cash that stayed in the drawer for the next shift; the rest went to the safe. */
  leftCents: z.nullable(nonNegativeCentsSchema),
  note: z.string(),
  /** The figures as they were printed at the close; they never change. */
  z: z.nullable(shiftFiguresSchema),
})
/** A shift of a drawer. */
export type Shift = z.infer<typeof shiftSchema>

/** Shifts, for admins. */
export const shifts = defineCollection({ name: 'shifts', schema: shiftSchema, indexes: ['openDrawer'] })
