import { addConsignorItem, addMasterItem } from '@shop/shared/inventory/commands/add-item.ts'
import { allocateItem } from '@shop/shared/inventory/commands/allocate-item.ts'
import { editItem, removeItem } from '@shop/shared/inventory/commands/edit-item.ts'
import { type Item, items } from '@shop/shared/inventory/schema.ts'
import { type Cents, cents, sumCents } from '@shop/shared/kernel/money.ts'
import { saveCart } from '@shop/shared/pos/commands/save-cart.ts'
import { type Cart, carts, type PosSale, type PosSaleLine, posSales, suspendedSales, type Tender } from '@shop/shared/pos/schema.ts'
import { completePosSale } from '@shop/shared/sales/commands/complete-pos-sale.ts'
import { refundSale } from '@shop/shared/sales/commands/refund-sale.ts'
import { settleSuspendedArgs, settleSuspendedSale } from '@shop/shared/sales/commands/settle-suspended-sale.ts'
import { voidPosSale } from '@shop/shared/sales/commands/void-pos-sale.ts'
import type { Discount } from '@shop/shared/sales/reduction-schema.ts'
import { leftOf, priceOfPieces } from '@shop/shared/sales/rules/left-of-sale.ts'
import { netCentsOf, reductionsOf } from '@shop/shared/sales/rules/reductions.ts'
import { saleReferenceOf } from '@shop/shared/sales/rules/sale-reference.ts'
import { sales } from '@shop/shared/sales/schema.ts'
import type { SyncEngine } from '../src/sync/engine/engine.ts'
import { byPosition, type Doing, goodsOf, ownerOf } from './doing.ts'
import { drawerDoingOf, isAtDrawer, shiftIdOf } from './drawer-doings.ts'
import { officeDoingOf } from './office-doings.ts'
import type { Action, PlannedDiscount } from './plan.ts'
import type { People } from './simulated-server.ts'

type NumberedArgs = { readonly receiptNumber: string }

/** Puts a receipt number into a sale's arguments, in the form of the first or the second release. */
export function putReceiptNumber<Args>(args: Args, receiptNumber: string): Args {
  const { sale } = args as { sale?: NumberedArgs }
  return sale ? { ...args, sale: { ...sale, receiptNumber } } : { ...args, receiptNumber }
}

/** Returns the command for an action, or undefined when no visible row allows the action. `elsewhere`: the tabs of other tablets, whose receipts
 *  customers bring along. */
export function doingOf(action: Action, tab: SyncEngine, people: People, elsewhere: readonly SyncEngine[] = []): Doing | undefined {
  const { view } = tab.replica
  const nthItem = (nth: number) => byPosition(view.all(items), nth)
  switch (action.do) {
    case 'sell': {
      const lines = linesOf(action, tab)
      return lines.length === 0 ? undefined : { ...saleOf(tab, tab.newId(), lines), isDoubleTap: action.isDoubleTap }
    }
    case 'addItem': {
      const texts = { itemName: `Goods ${action.quantity}`, barcode1: `${action.quantity}` }
      const args = { id: tab.newId(), texts, quantity: action.quantity }
      return action.owner === 0
        ? { command: addMasterItem, args }
        : { command: addConsignorItem, args: { ...args, consignorId: ownerOf(people, action.owner) } }
    }
    case 'edit': {
      const item = nthItem(action.nth)
      return (
        item && { command: editItem, args: { id: item.id, changes: { location: `shelf ${action.delta}` }, quantityDelta: action.delta } }
      )
    }
    case 'recount': {
      const item = nthItem(action.nth)
      return item && { command: editItem, args: { id: item.id, changes: {}, countedQuantity: action.counted } }
    }
    case 'remove': {
      const item = nthItem(action.nth)
      return item && { command: removeItem, args: { id: item.id } }
    }
    case 'allocate': {
      const item = nthItem(action.nth)
      return (
        item && {
          command: allocateItem,
          args: {
            masterItemId: item.id,
            consignorId: ownerOf(people, action.owner),
            newItemId: tab.newId(),
            quantity: action.quantity,
            location: '',
          },
        }
      )
    }
    case 'saveCart':
      return { command: saveCart, args: { cart: cartOf(tab, action.cart) } }
    case 'sellCart': {
      const cart = byPosition(view.all(carts), action.cart)
      if (!cart || cart.status === 'completed' || cart.lines.length === 0) return undefined
      const reductions = reductionsOf(cart.lines, cart.discount)
      const lines = cart.lines.map(({ id, itemId, itemName, barcode, consignorId, unitPriceCents, quantity }, nth) => ({
        ...{ id, itemId, itemName, barcode, consignorId, quantity, reductions: [...(reductions[nth] ?? [])] },
        ...{ imageUrl: '', consignorName: '', unitPriceCents: unitPriceCents ?? cents(1), consignorPercentage: 50 },
      }))
      return saleOf(tab, cart.id, lines)
    }
    case 'void':
      return voiding(tab, action)
    case 'giveBack':
      return givingBack(tab, placeOfSale(tab, action.nth, elsewhere), action.nth)
    case 'settleSuspended':
      return settling(tab, action)
    default:
      return isAtDrawer(action) ? drawerDoingOf(action, tab) : officeDoingOf(action, tab, people)
  }
}

function voiding(tab: SyncEngine, action: { readonly nth: number }): Doing | undefined {
  const sale = byPosition(tab.replica.view.all(posSales), action.nth)
  const how = { reason: 'simulated', goods: goodsOf(action), shiftId: shiftIdOf(tab) }
  return sale && { command: voidPosSale, args: { ...saleReferenceOf(sale), ...how } }
}

function settling({ replica: { view } }: SyncEngine, action: Action & { do: 'settleSuspended' }): Doing | undefined {
  const { nth, decision } = action
  const waiting = view.all(suspendedSales).filter(({ settledAtMs }) => settledAtMs === null)
  const sale = byPosition(waiting, nth)
  return sale && { command: settleSuspendedSale, args: settleSuspendedArgs(sale, decision, '', goodsOf(action)) }
}

type SalesOfTab = { readonly view: SyncEngine['replica']['view']; readonly sales: readonly PosSale[] }

/** The sales of which goods come back: mostly those that only another tablet knows, if there are any, because a receipt is enough. */
function placeOfSale({ replica: { view } }: SyncEngine, nth: number, elsewhere: readonly SyncEngine[]): SalesOfTab {
  const own = { view, sales: view.all(posSales) }
  if (nth % 4 === 0) return own
  const others = elsewhere.map(({ replica: { view: other } }) => ({
    view: other,
    sales: other.all(posSales).filter(({ id }) => !view.get(posSales, id)),
  }))
  return others.find(({ sales: unknown }) => unknown.length > 0) ?? own
}

/** Takes pieces of a line back as the window of returns does: some that are left, at their price, in one way of payment. */
function givingBack(tab: SyncEngine, { view, sales: known }: SalesOfTab, nth: number): Doing | undefined {
  const sale = byPosition(known, nth)
  const sold = sale && byPosition(view.where(sales, 'posSaleId', sale.id), nth)
  if (!sold) return undefined
  const { id: saleLineId, itemId, itemName, consignorId: owner } = sold
  const left = leftOf(sold)
  const quantity = Math.min(1 + (nth % 2), left.quantity)
  if (quantity === 0) return undefined
  const amountCents = priceOfPieces(left, quantity)
  const payment = { kind: (['cash', 'card', 'other'] as const)[nth % 3] ?? 'cash', label: '', amountCents }
  const goods = nth % 3 === 0 ? 'gone' : 'shelf'
  const line = { saleLineId, itemId, itemName, consignorId: owner, quantity, amountCents, goods, reason: 'simulated' }
  const refundId = tab.newId()
  const shiftId = shiftIdOf(tab)
  return {
    command: refundSale,
    args: {
      refundId,
      saleId: sale.id,
      receiptNumber: sale.receiptNumber,
      shiftId,
      lines: [line],
      tenders: amountCents > 0 ? [payment] : [],
    },
    deeds: [{ kind: 'giveBack', refundId, saleId: sale.id, shiftId, itemId, owner, quantity, isOnShelf: goods === 'shelf', payment }],
  }
}

function linesOf({ goods, discount: ofAll }: Action & { do: 'sell' }, tab: SyncEngine): PosSaleLine[] {
  const lines = goods.flatMap(({ nth, quantity, priceCents, discount }) => {
    const item = byPosition(tab.replica.view.all(items), nth)
    return item ? [{ ...lineOf(tab, item, quantity, priceCents), discount: discount && withReason(discount) }] : []
  })
  const reductions = reductionsOf(lines, ofAll && withReason(ofAll))
  return lines.map(({ discount: _, ...line }, nth) => ({ ...line, reductions: [...(reductions[nth] ?? [])] }))
}

const withReason = (discount: PlannedDiscount): Discount => ({ ...discount, reason: 'simulated' })

function lineOf(tab: SyncEngine, item: Item, quantity: number, priceCents: number): PosSaleLine {
  return {
    id: tab.newId(),
    itemId: item.id,
    itemName: item.itemName,
    barcode: item.barcode1,
    imageUrl: '',
    consignorId: item.consignorId,
    consignorName: '',
    unitPriceCents: cents(priceCents),
    quantity,
    consignorPercentage: 50,
  }
}

function saleOf(tab: SyncEngine, cartId: string, lines: readonly PosSaleLine[]): Doing {
  const totalCents = sumCents(lines.map(netCentsOf))
  const args = {
    saleId: tab.newId(),
    displayId: `POS-${tab.nowMs()}`,
    receiptNumber: '',
    cartId,
    shiftId: shiftIdOf(tab),
    taxRateBps: 825,
    consignorPercentage: 50,
    lines,
    tenders: tendersOf(totalCents),
  }
  return { command: completePosSale, args, isSale: true }
}

/** Splits what a customer pays among the kinds of payment, as far as there are cents. */
function tendersOf(totalCents: Cents): Tender[] {
  const third = cents(Math.floor(totalCents / 3))
  const paid = (kind: Tender['kind'], amountCents: Cents): Tender => ({ kind, label: '', amountCents, givenCents: null })
  const all = [paid('cash', cents(totalCents - 2 * third)), paid('card', third), paid('other', third)]
  return all.filter(({ amountCents }) => amountCents > 0)
}

function cartOf(tab: SyncEngine, nth: number): Cart {
  const known = byPosition(tab.replica.view.all(carts), nth)
  const item = byPosition(tab.replica.view.all(items), nth)
  const line = item && { ...lineOf(tab, item, 1, 250), location: '', consignorName: '' }
  const { consignorPercentage: _share, ...cartLine } = line ?? { consignorPercentage: 50 }
  return {
    id: known?.id ?? tab.newId(),
    status: 'parked',
    // each save has its own words, so that the judge can tell which save won
    label: `cart ${nth} ${tab.newId()}`,
    clientId: tab.replica.state.clientId,
    lines: line ? [cartLine as Cart['lines'][number]] : [],
    discount: nth === 1 ? withReason({ kind: 'percent', value: 1_500, bearer: 'shared' }) : null,
    consignorPercentage: 50,
    saleId: null,
    createdAtMs: tab.nowMs(),
    updatedAtMs: tab.nowMs(),
    byUid: tab.options.uid,
  }
}
