import * as z from 'zod/mini'
import { withoutErasedNames } from '../../accounts/rules/erased-names.ts'
import { users } from '../../accounts/schema.ts'
import { wasCountedSince } from '../../inventory/rules/recent-moves.ts'
import { moveStock, openDiscrepancy, shortOf } from '../../inventory/rules/stock.ts'
import { items } from '../../inventory/schema.ts'
import { byField, byId, type CommandContext, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { derivedId, idSchema } from '../../kernel/ids.ts'
import { formatCents, ZERO_CENTS } from '../../kernel/money.ts'
import { snapshotText } from '../../kernel/text.ts'
import {
  carts,
  MAX_LINES,
  MAX_TENDERS,
  type PosSale,
  type PosSaleLine,
  posSaleLineSchema,
  posSales,
  tenderSchema,
} from '../../pos/schema.ts'
import { post, sidesOfSale } from '../rules/ledger.ts'
import { withinCents } from '../rules/sale-form.ts'
import { lineTotals, saleTotals } from '../rules/totals.ts'
import { balances, FRESH_SALE, percentSchema, type Sale, sales } from '../schema.ts'

/** Id in `sales` of the `index`-th line of a POS sale. Not the cart line's id, because a parked cart sold on two tablets makes two sales. */
export const saleLineId = (saleId: string, index: number): string => derivedId(saleId, index)

const wellFormed = z
  .object({
    saleId: idSchema,
    displayId: snapshotText(100),
    receiptNumber: snapshotText(100),
    cartId: idSchema,
    taxRateBps: z.int().check(z.minimum(0), z.maximum(5_000)),
    consignorPercentage: percentSchema,
    lines: z
      .array(posSaleLineSchema)
      .check(z.minLength(1, 'Cart is empty'), z.maxLength(MAX_LINES, `At most ${MAX_LINES} lines in one sale`)),
    tenders: z
      .array(tenderSchema)
      .check(z.minLength(1, 'Please enter how it was paid'), z.maxLength(MAX_TENDERS, `At most ${MAX_TENDERS} payments in one sale`)),
  })
  .check(
    z.superRefine(({ lines, tenders }, check) => {
      const totals = lines.map((line) => line.unitPriceCents * line.quantity)
      const total = totals.reduce((sum, one) => sum + one, 0)
      const paid = tenders.reduce((sum, tender) => sum + tender.amountCents, 0)
      totals.forEach((one, index) => {
        if (!withinCents(one))
          check.addIssue({ code: 'custom', message: 'The amount is too large', path: ['lines', index, 'unitPriceCents'] })
      })
      if (!withinCents(total)) check.addIssue({ code: 'custom', message: 'The total is too large', path: ['lines'] })
      else if (paid !== total) check.addIssue({ code: 'custom', message: 'The payments must add up to the total', path: ['tenders'] })
      if (new Set(lines.map((line) => line.id)).size !== lines.length)
        check.addIssue({ code: 'custom', message: 'A line appears twice', path: ['lines'] })
    }),
  )

type Args = z.infer<typeof wellFormed>

/** Records a sale at the till: sale, lines, stock and postings (law *Facts*). Well-formed arguments are never refused, and whatever the books did
 *  not expect (stock, a deleted item or consignor, a withdrawn role, a cart sold twice) opens a discrepancy. */
export const completePosSale = defineCommand({
  name: 'sales.completePosSale',
  args: wellFormed,
  roles: ['admin'],
  isFact: true,
  touches: ({ saleId, cartId, lines }) => {
    const itemIds = new Set(lines.map((line) => line.itemId).filter((id) => id !== null))
    const consignorIds = new Set(lines.map((line) => line.consignorId).filter((id) => id !== null))
    return [
      byId(posSales, saleId),
      byField(posSales, 'cartId', cartId),
      byId(carts, cartId),
      ...[...itemIds].map((id) => byId(items, id)),
      ...[...consignorIds].flatMap((id) => [byId(users, id, false), byId(balances, id)]),
    ]
  },
  run(tx, args, ctx) {
    const recorded = tx.get(posSales, args.saleId)
    if (recorded) {
      flagOtherVersion(tx, ctx, recorded, args)
      return
    }
    flagWhatConcernsTheSale(tx, ctx, args)
    const { totalCents, subtotalCents, taxCents, payoutCents } = saleTotals(args.lines, args.taxRateBps)
    tx.put(posSales, {
      id: args.saleId,
      displayId: args.displayId,
      receiptNumber: args.receiptNumber,
      cartId: args.cartId,
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
      voidedAtMs: null,
      voidedByUid: null,
    })
    args.lines.forEach((line, index) => {
      sellLine(tx, ctx, args, line, saleLineId(args.saleId, index))
    })
    const cart = tx.get(carts, args.cartId)
    if (cart && cart.status !== 'completed') tx.put(carts, { ...cart, status: 'completed', saleId: args.saleId, updatedAtMs: ctx.nowMs })
  },
})

function sellLine(tx: CommandTx, ctx: CommandContext, args: Args, line: PosSaleLine, lineId: string): void {
  const totals = lineTotals(line, args.taxRateBps)
  const sale: Sale = {
    id: lineId,
    kind: 'pos',
    posSaleId: args.saleId,
    displayId: args.displayId,
    itemId: line.itemId,
    itemName: line.itemName,
    barcode1: line.barcode,
    imageUrl: line.imageUrl,
    consignorId: line.consignorId,
    soldQuantity: line.quantity,
    salePriceCents: totals.totalCents,
    shippingCostCents: ZERO_CENTS,
    taxCents: totals.taxCents,
    consignorPercentage: line.consignorId === null ? 0 : line.consignorPercentage,
    payoutCents: totals.payoutCents,
    shopCents: totals.shopCents,
    soldAtMs: ctx.nowMs,
    byUid: ctx.actor.uid,
    ...FRESH_SALE,
  }
  tx.put(sales, sale)
  post(tx, ctx, { kind: 'pos_sale', sourceId: lineId, sides: sidesOfSale(sale) })
  if (line.itemId !== null) takeFromStock(tx, ctx, line.itemId, sale)
}

/** Takes the sold pieces out of stock, with at most one discrepancy per line: a sale older than the last count already explains a missing piece. */
function takeFromStock(tx: CommandTx, ctx: CommandContext, itemId: string, sale: Sale): void {
  const line = { saleId: sale.posSaleId, lineId: sale.id }
  const about = { itemId, itemName: sale.itemName, ...line }
  const item = tx.get(items, itemId)
  if (!item) {
    openDiscrepancy(tx, ctx, { ...about, kind: 'missing_item', quantity: sale.soldQuantity })
    return
  }
  moveStock(tx, ctx, item, { deltaCount: -sale.soldQuantity, kind: 'sale', sourceId: sale.posSaleId, line })
  const shortCount = shortOf(item, sale.soldQuantity)
  if (shortCount > 0 && !wasCountedSince(item, ctx.nowMs))
    openDiscrepancy(tx, ctx, { ...about, kind: 'negative_stock', quantity: shortCount })
}

function flagWhatConcernsTheSale(tx: CommandTx, ctx: CommandContext, args: Args): void {
  const { saleId, cartId, lines } = args
  if (ctx.actor.role === 'user') openDiscrepancy(tx, ctx, { kind: 'role_withdrawn', saleId })
  if (tx.where(posSales, 'cartId', cartId).some((other) => other.voidedAtMs === null))
    openDiscrepancy(tx, ctx, { kind: 'cart_sold_twice', saleId })
  const names = new Map(lines.map((line) => [line.consignorId, line.consignorName]))
  for (const [consignorId, name] of names)
    if (consignorId !== null && !tx.get(users, consignorId))
      openDiscrepancy(tx, ctx, { kind: 'missing_consignor', saleId, note: name || consignorId })
}

/** Two tabs that complete the same open cart make one sale. When their lines or tenders differ, a discrepancy tells the admin about the other
 *  version. */
function flagOtherVersion(tx: CommandTx, ctx: CommandContext, recorded: PosSale, args: Args): void {
  const content = ({ lines, tenders }: Pick<PosSale, 'lines' | 'tenders'>) =>
    JSON.stringify([
      lines.map((line) => [line.itemId, line.itemName, line.unitPriceCents, line.quantity]),
      tenders.map((tender) => [tender.kind, tender.amountCents]),
    ])
  if (content(recorded) === content(args)) return
  const { totalCents } = saleTotals(args.lines, args.taxRateBps)
  const summary = `The other version: ${args.lines.length} lines, ${formatCents(totalCents)}, receipt ${args.receiptNumber}`
  openDiscrepancy(tx, ctx, { kind: 'cart_sold_twice', saleId: recorded.id, note: summary })
}
