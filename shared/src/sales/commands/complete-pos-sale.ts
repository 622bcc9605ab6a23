import * as z from 'zod/mini'
import { withoutErasedNames } from '../../accounts/rules/erased-names.ts'
import { openOnce } from '../../inventory/rules/stock.ts'
import { discrepancies, items } from '../../inventory/schema.ts'
import { byField, byId, type CommandContext, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { formatCents } from '../../kernel/money.ts'
import { printedCodeSchema } from '../../pos/rules/receipt-number.ts'
import { touchesOfShift } from '../../pos/rules/shift-cash.ts'
import { MAX_LINES, MAX_TENDERS, posSaleLineSchema, posSales, type RungUpSale, suspendedSales, tenderSchema } from '../../pos/schema.ts'
import { bookPosSale, touchesOfBooking } from '../rules/book-pos-sale.ts'
import { withinCents } from '../rules/sale-form.ts'
import { saleReferenceOf } from '../rules/sale-reference.ts'
import { suspendedIdOf, takeSoldPieces } from '../rules/sold-pieces.ts'
import { suspendSale } from '../rules/suspend-sale.ts'
import { saleTotals } from '../rules/totals.ts'
import { percentSchema } from '../schema.ts'

const wellFormed = z
  .object({
    saleId: idSchema,
    displayId: printedCodeSchema,
    receiptNumber: printedCodeSchema,
    cartId: idSchema,
    /** The shift whose drawer takes the cash; null or absent for none. */
    shiftId: z.nullish(idSchema),
    taxRateBps: z.int().check(z.minimum(0), z.maximum(5_000)),
    consignorPercentage: percentSchema,
    lines: z
      .array(posSaleLineSchema)
      .check(z.minLength(1, 'Cart is empty'), z.maxLength(MAX_LINES, `At most ${MAX_LINES} lines in one sale`)),
    tenders: z.array(tenderSchema).check(z.maxLength(MAX_TENDERS, `At most ${MAX_TENDERS} payments in one sale`)),
  })
  .check(
    z.superRefine(({ lines, tenders }, check) => {
      // plain numbers: what is beyond all bounds gets an answer here too, and `cents` would throw
      const priced = lines.map(({ unitPriceCents, quantity, reductions }) => ({
        gross: unitPriceCents * quantity,
        reduced: (reductions ?? []).reduce((sum, { reducedCents }) => sum + reducedCents, 0),
      }))
      const gross = priced.reduce((sum, line) => sum + line.gross, 0)
      const total = priced.reduce((sum, line) => sum + line.gross - line.reduced, 0)
      const paid = tenders.reduce((sum, tender) => sum + tender.amountCents, 0)
      priced.forEach((line, index) => {
        if (!withinCents(line.gross))
          check.addIssue({ code: 'custom', message: 'The amount is too large', path: ['lines', index, 'unitPriceCents'] })
        if (line.reduced > line.gross)
          check.addIssue({ code: 'custom', message: 'The discount is larger than the price', path: ['lines', index, 'reductions'] })
      })
      if (!withinCents(gross)) check.addIssue({ code: 'custom', message: 'The total is too large', path: ['lines'] })
      else if (total > 0 && tenders.length === 0)
        check.addIssue({ code: 'custom', message: 'Please enter how it was paid', path: ['tenders'] })
      else if (paid !== total) check.addIssue({ code: 'custom', message: 'The payments must add up to the total', path: ['tenders'] })
      if (new Set(lines.map((line) => line.id)).size !== lines.length)
        check.addIssue({ code: 'custom', message: 'A line appears twice', path: ['lines'] })
    }),
  )

type Args = z.infer<typeof wellFormed>

/** Records a sale at the till, whatever the books say (law *Facts*). A former admin's sale waits for an admin, and anything that the books did not
 *  expect opens a discrepancy. */
export const completePosSale = defineCommand({
  name: 'sales.completePosSale',
  version: 2,
  args: wellFormed,
  // a till of version 1 knew of no shifts
  upgrades: { 1: (args) => args },
  roles: ['admin'],
  isFact: true,
  touches: ({ saleId, cartId, shiftId, lines }) => {
    const reference = saleReferenceOf({ id: saleId, lines })
    const ids = [saleId, suspendedIdOf(saleId)]
    return [
      ...touchesOfBooking({ ...reference, cartId }),
      ...touchesOfShift(shiftId),
      ...ids.flatMap((id) => [byId(suspendedSales, id), byField(discrepancies, 'saleId', id)]),
      byId(posSales, suspendedIdOf(saleId)),
      ...reference.itemIds.map((id) => byId(items, id)),
    ]
  },
  run(tx, args, ctx) {
    const mayBook = ctx.actor.role !== 'user'
    const sale = rungUp(tx, ctx, args)
    const recorded = recordOf(tx, args.saleId) ?? (mayBook ? undefined : recordOf(tx, suspendedIdOf(args.saleId)))
    if (recorded) flagOtherVersion(tx, ctx, recorded, sale)
    else if (mayBook) {
      bookPosSale(tx, ctx, sale)
      takeSoldPieces(tx, ctx, sale)
    } else suspendSale(tx, ctx, { ...sale, id: suspendedIdOf(sale.id) })
  },
})

function rungUp(tx: CommandTx, ctx: CommandContext, { saleId, ...args }: Args): RungUpSale {
  const { totalCents, subtotalCents, taxCents, payoutCents } = saleTotals(args.lines, args.taxRateBps)
  return {
    id: saleId,
    displayId: args.displayId,
    receiptNumber: args.receiptNumber,
    cartId: args.cartId,
    shiftId: args.shiftId ?? null,
    lines: withoutErasedNames(tx, args.lines),
    tenders: args.tenders,
    taxRateBps: args.taxRateBps,
    totalCents,
    subtotalCents,
    taxCents,
    payoutCents,
    consignorPercentage: args.consignorPercentage,
    soldAtMs: ctx.nowMs,
    byUid: ctx.actor.uid,
  }
}

const recordOf = (tx: CommandTx, id: string): RungUpSale | undefined => tx.get(posSales, id) ?? tx.get(suspendedSales, id)

/** Two tabs that complete the same open cart make one sale. If they differ in goods or money, this function opens a discrepancy about the second
 *  version. */
function flagOtherVersion(tx: CommandTx, ctx: CommandContext, recorded: RungUpSale, other: RungUpSale): void {
  const content = ({ cartId, taxRateBps, lines, tenders }: RungUpSale) =>
    JSON.stringify([
      ...[cartId, taxRateBps],
      lines.map((line) => [
        ...[line.itemId, line.itemName, line.unitPriceCents, line.quantity, line.consignorId, line.consignorPercentage],
        (line.reductions ?? []).map(({ bearer, reducedCents }) => [bearer, reducedCents]),
      ]),
      tenders.map((tender) => [tender.kind, tender.amountCents]),
    ])
  if (content(recorded) === content(other)) return
  const summary = `The other version: ${other.lines.length} lines, ${formatCents(other.totalCents)}, receipt ${other.receiptNumber}`
  openOnce(tx, ctx, { kind: 'cart_sold_twice', saleId: recorded.id, note: summary })
}
