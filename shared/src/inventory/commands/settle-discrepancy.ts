import * as z from 'zod/mini'
import { byField, byId, byReference, type CommandContext, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { optionalText } from '../../kernel/text.ts'
import { posSales } from '../../pos/schema.ts'
import { shifts } from '../../pos/shift-schema.ts'
import { goodsSchema, withGoodsBack } from '../../sales/rules/returned-pieces.ts'
import { saleReferenceSchema } from '../../sales/rules/sale-reference.ts'
import { touchesOfVoid, voidSale } from '../../sales/rules/void-sale.ts'
import { audit } from '../../settings/rules/audit.ts'
import { discrepancyRefusals } from '../discrepancy-errors.ts'
import { recount } from '../rules/recount.ts'
import { settleActionSchema, settleActionsOf } from '../rules/settling.ts'
import { moveStock, requireItem, settle } from '../rules/stock.ts'
import { type Discrepancy, discrepancies, items, quantitySchema } from '../schema.ts'

const args = z
  .object({
    discrepancyId: idSchema,
    action: settleActionSchema,
    countedQuantity: z.optional(quantitySchema),
    note: optionalText(500),
    /** The discrepancy's item; null when it has none. */
    itemId: z.pipe(
      z.nullish(idSchema),
      z.transform((id) => id ?? null),
    ),
    /** The discrepancy's sale, and where its goods are; required for `undo_sale`. */
    sale: z.pipe(
      z.nullish(z.extend(saleReferenceSchema, { goods: goodsSchema })),
      z.transform((sale) => sale ?? null),
    ),
  })
  .check(
    z.refine(({ action, countedQuantity }) => action !== 'correct_count' || countedQuantity !== undefined, {
      message: 'Please enter the counted quantity',
      path: ['countedQuantity'],
    }),
  )

const withSalesGoodsBack = (args: unknown): unknown => {
  const first = args as { readonly sale?: unknown } | null
  return first?.sale ? { ...first, sale: withGoodsBack(first.sale) } : args
}

/** Settles a discrepancy at most once; `settleArgs` makes the arguments. Refuses DISCREPANCY_NOT_FOUND, ALREADY_SETTLED, SETTLE_NOT_POSSIBLE,
 *  ITEM_NOT_FOUND, SALE_NOT_FOUND, ALREADY_VOIDED, SALE_CHANGED. */
export const settleDiscrepancy = defineCommand({
  name: 'inventory.settleDiscrepancy',
  version: 2,
  args,
  upgrades: { 1: withSalesGoodsBack },
  roles: ['admin'],
  datedBy: 'till',
  refusals: [
    'DISCREPANCY_NOT_FOUND',
    'ALREADY_SETTLED',
    'SETTLE_NOT_POSSIBLE',
    'ITEM_NOT_FOUND',
    'SALE_NOT_FOUND',
    'ALREADY_VOIDED',
    'SALE_CHANGED',
  ],
  touches: ({ discrepancyId, itemId, sale }) => [
    byId(discrepancies, discrepancyId),
    ...(itemId === null ? [] : [byId(items, itemId), byField(discrepancies, 'itemId', itemId)]),
    ...(sale === null ? [] : [...touchesOfVoid(sale), byReference(shifts, { of: posSales, id: sale.saleId, field: 'shiftId' })]),
  ],
  run(tx, choice, ctx) {
    const discrepancy = tx.get(discrepancies, choice.discrepancyId)
    if (!discrepancy) throw refusal(discrepancyRefusals, 'DISCREPANCY_NOT_FOUND')
    if (discrepancy.settledAtMs !== null) throw refusal(discrepancyRefusals, 'ALREADY_SETTLED')
    if (!settleActionsOf(discrepancy).includes(choice.action)) throw refusal(discrepancyRefusals, 'SETTLE_NOT_POSSIBLE')
    if (choice.action === 'undo_sale') undoSale(tx, ctx, discrepancy, choice)
    else settleStock(tx, ctx, discrepancy, choice)
    const { action, countedQuantity, note, sale } = choice
    audit(tx, ctx, {
      action: 'inventory.settleDiscrepancy',
      subject: discrepancy.id,
      before: { kind: discrepancy.kind, itemName: discrepancy.itemName, quantity: discrepancy.quantity },
      after: {
        settlement: action,
        ...(action === 'undo_sale' && sale !== null ? { goods: sale.goods } : {}),
        ...(countedQuantity === undefined ? {} : { countedQuantity }),
        ...(note === '' ? {} : { note }),
      },
    })
  },
})

type Choice = z.infer<typeof args>

function undoSale(tx: CommandTx, ctx: CommandContext, discrepancy: Discrepancy, { sale, note }: Choice): void {
  if (sale === null || sale.saleId !== discrepancy.saleId) throw refusal(discrepancyRefusals, 'SETTLE_NOT_POSSIBLE')
  const { goods, ...reference } = sale
  // nobody stands at the drawer: the cash of a sale that never was is missing from the count of its own shift
  const shiftId = tx.get(posSales, reference.saleId)?.shiftId
  voidSale(tx, ctx, reference, { reason: note, goods, shiftId })
}

function settleStock(
  tx: CommandTx,
  ctx: CommandContext,
  discrepancy: Discrepancy,
  { action, itemId, countedQuantity, note }: Choice,
): void {
  if (action === 'accept') {
    settle(tx, ctx, discrepancy, 'accepted', note)
    return
  }
  if (itemId === null || itemId !== discrepancy.itemId) throw refusal(discrepancyRefusals, 'SETTLE_NOT_POSSIBLE')
  if (action === 'write_off') {
    settle(tx, ctx, discrepancy, 'written_off', note)
    // a deleted item has no stock to correct
    const item = tx.get(items, itemId)
    if (item) moveStock(tx, ctx, item, { deltaCount: discrepancy.quantity, kind: 'write_off', sourceId: discrepancy.id })
    return
  }
  const item = requireItem(tx, itemId)
  settle(tx, ctx, discrepancy, 'count_corrected', note)
  // the person has seen the discrepancy and the last recount, so an earlier time means that the device's clock is wrong
  const atMs = Math.max(ctx.nowMs, discrepancy.openedAtMs, item.recountedAtMs ?? ctx.nowMs)
  recount(tx, ctx, item, countedQuantity ?? 0, { atMs })
}
