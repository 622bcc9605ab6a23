import { toCents } from '@shop/shared/kernel/dollars.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { cents, dollarsFromCents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { closeShift } from '@shop/shared/pos/commands/close-shift.ts'
import { moveCash } from '@shop/shared/pos/commands/move-cash.ts'
import { openShift } from '@shop/shared/pos/commands/open-shift.ts'
import { posRefusals } from '@shop/shared/pos/errors.ts'
import { factsOfShift, figuresOf } from '@shop/shared/pos/rules/shift-figures.ts'
import { takingsOf } from '@shop/shared/pos/rules/takings.ts'
import {
  closeShiftCall,
  listShiftsCall,
  moveCashCall,
  openShiftCall,
  type RestShift,
  SHIFT_PAGE_SIZE,
} from '@shop/shared/pos/shift-calls.ts'
import { MAX_SHIFT_NUMBER, type Shift, type ShiftFigures } from '@shop/shared/pos/shift-schema.ts'
import { namedColumns } from '../platform/database/collection-table.ts'
import { type CallImplementation, implementCall } from '../platform/http/implement-call.ts'
import type { Platform } from '../platform/platform.ts'
import { cashMovesTable, posSalesTable, shiftsTable } from './tables.ts'

/** POST /pos/shifts. */
const handleOpenShift = implementCall(openShiftCall, async ({ body, actor, platform, newId, argsDone }) => {
  const shiftId = body.shiftID ?? newId()
  // a sale may have come before the opening of its shift
  if (((await findShift(platform, shiftId))?.openedAtMs ?? null) === null) {
    const args = (await argsDone(openShift)) ?? {
      // a program is no device: no tablet takes the shift for its own
      ...{ shiftId, clientId: shiftId, openingCents: toCents(body.openingCash) },
      ...(await afterLastShift(platform, body.drawer)),
    }
    await platform.runCommand(actor, openShift, args, { id: body.shiftID })
  }
  const { number } = await shiftNamed(platform, shiftId)
  return { message: 'Shift opened successfully', shiftID: shiftId, number }
})

/** POST /pos/shifts/{id}/cash. */
const handleMoveCash = implementCall(moveCashCall, async ({ params: { id: shiftId }, body, actor, platform, newId }) => {
  await shiftNamed(platform, shiftId)
  const moveId = body.moveID ?? newId()
  const { kind, reason } = body
  await platform.runCommand(actor, moveCash, { moveId, shiftId, kind, amountCents: toCents(body.amount), reason }, { id: body.moveID })
  return { message: 'Cash recorded successfully', moveID: moveId }
})

/** POST /pos/shifts/{id}/close. */
const handleCloseShift = implementCall(closeShiftCall, async ({ params: { id: shiftId }, body, actor, platform, argsDone }) => {
  const shift = await shiftNamed(platform, shiftId)
  const args = (await argsDone(closeShift)) ?? {
    ...{ shiftId, countedCents: toCents(body.countedCash), leftCents: toCents(body.leftCash), note: body.note },
    counts: body.counts.map(({ value, pieces }) => ({ valueCents: toCents(value), pieces })),
    z: await figuresNow(platform, shift),
  }
  await platform.runCommand(actor, closeShift, args)
  return { message: 'Shift closed successfully', shiftID: shiftId, z: restFigures(args.z) }
})

/** GET /pos/shifts. */
const handleListShifts = implementCall(listShiftsCall, async ({ query: { page }, platform: { db } }) => {
  const found = await db
    .selectFrom('shifts')
    .select(namedColumns(shiftsTable))
    .orderBy('opened_at_ms', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .offset((page - 1) * SHIFT_PAGE_SIZE)
    // reads one row beyond the page, which shows if there are more
    .limit(SHIFT_PAGE_SIZE + 1)
    .execute()
  return { shifts: found.slice(0, SHIFT_PAGE_SIZE).map(restShift), hasMore: found.length > SHIFT_PAGE_SIZE }
})

const findShift = ({ db }: Platform, id: string): Promise<Shift | undefined> =>
  db.selectFrom('shifts').select(namedColumns(shiftsTable)).where('id', '=', id).executeTakeFirst()

async function shiftNamed(platform: Platform, id: string): Promise<Shift> {
  const shift = await findShift(platform, id)
  if (!shift) throw refusal(posRefusals, 'SHIFT_NOT_FOUND')
  return shift
}

/** Finds the drawer in whatever case its name is written, its next number, and the cash that its last shift left there. */
async function afterLastShift(
  { db }: Platform,
  name: string,
): Promise<Pick<Shift, 'drawer' | 'number'> & { leftBeforeCents: Shift['leftCents'] }> {
  const ofDrawer = db.selectFrom('shifts').where((eb) => eb(eb.fn('lower', ['drawer']), '=', name.toLowerCase()))
  const last = await ofDrawer.select(['drawer', 'number']).orderBy('number', 'desc').limit(1).executeTakeFirst()
  const closed = ofDrawer.select('left_cents').where('closed_at_ms', 'is not', null).orderBy('closed_at_ms', 'desc')
  const left = (await closed.limit(1).executeTakeFirst())?.left_cents ?? null
  return {
    drawer: last?.drawer ?? name,
    number: Math.min((last?.number ?? 0) + 1, MAX_SHIFT_NUMBER),
    leftBeforeCents: left === null ? null : cents(left),
  }
}

/** Reckons the figures of a shift from its rows. */
async function figuresNow({ db }: Platform, shift: Shift): Promise<ShiftFigures> {
  const { id } = shift
  const sales = await db
    .selectFrom('pos_sales')
    .select(namedColumns(posSalesTable))
    .where((eb) => eb.or([eb('shift_id', '=', id), eb('void_shift_id', '=', id)]))
    .execute()
  const voided = sales.flatMap((sale) => (sale.voidShiftId === id ? [sale.id] : []))
  const refunds = await db
    .selectFrom('refunds')
    .select([
      'id',
      'sale_id as saleId',
      'receipt_number as receiptNumber',
      'lines',
      'tenders',
      'shift_id as shiftId',
      'at_ms as atMs',
      'by_uid as byUid',
    ])
    // a void gives back what earlier returns left of its sale
    .where((eb) => eb.or([eb('shift_id', '=', id), ...(voided.length > 0 ? [eb('sale_id', 'in', voided)] : [])]))
    .execute()
  const moves = await db.selectFrom('cash_moves').select(namedColumns(cashMovesTable)).where('shift_id', '=', id).execute()
  return figuresOf(shift, factsOfShift({ takings: takingsOf({ sales, refunds }), moves }, id))
}

const restFigures = (figures: ShiftFigures): NonNullable<RestShift['z']> => ({
  salesCount: figures.salesCount,
  sales: dollarsFromCents(figures.salesCents),
  returnsCount: figures.returnsCount,
  returns: dollarsFromCents(figures.returnsCents),
  voidsCount: figures.voidsCount,
  voids: dollarsFromCents(figures.voidsCents),
  discounts: dollarsFromCents(figures.discountsCents ?? ZERO_CENTS),
  tax: dollarsFromCents(figures.taxCents),
  payments: figures.payments.map(({ kind, label, amountCents }) => ({ kind, label, amount: dollarsFromCents(amountCents) })),
  openingCash: dollarsFromCents(figures.openingCents),
  cashIn: dollarsFromCents(figures.inCents),
  cashOut: dollarsFromCents(figures.outCents),
  toSafe: dollarsFromCents(figures.dropCents),
  noSaleCount: figures.noSaleCount,
  expectedCash: dollarsFromCents(figures.expectedCents),
})

const restShift = (shift: Shift): RestShift => ({
  shiftID: shift.id,
  number: shift.number,
  drawer: shift.drawer,
  openedAt: isoOf(shift.openedAtMs),
  openedBy: shift.openedByUid,
  openingCash: dollarsFromCents(shift.openingCents),
  expectedCash: dollarsFromCents(shift.expectedCents),
  closedAt: isoOf(shift.closedAtMs),
  closedBy: shift.closedByUid,
  countedCash: shift.countedCents === null ? null : dollarsFromCents(shift.countedCents),
  difference: shift.countedCents === null ? null : dollarsFromCents(cents(shift.countedCents - shift.expectedCents)),
  leftCash: shift.leftCents === null ? null : dollarsFromCents(shift.leftCents),
  note: shift.note,
  z: shift.z && restFigures(shift.z),
})

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

export const posCalls: readonly CallImplementation[] = [handleOpenShift, handleMoveCash, handleCloseShift, handleListShifts]
