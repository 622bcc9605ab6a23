import { onlyAvailable } from '@shop/shared/inventory/rules/stock.ts'
import { type Item, MAX_QUANTITY, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { type Cents, MAX_CENTS, timesCents } from '@shop/shared/kernel/money.ts'
import { type Cart, type CartLine, MAX_LINES } from '@shop/shared/pos/schema.ts'

/** A change of a cart: pure, so that it can be tested and undone. The cart it gets is never altered. */
export type CartChange = (cart: Cart) => Cart

/** An empty cart of this device. */
export function emptyCart(id: string, clientId: string, byUid: string, nowMs: number, consignorPercentage: number): Cart {
  return {
    id,
    status: 'open',
    label: '',
    clientId,
    lines: [],
    consignorPercentage,
    saleId: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    byUid,
  }
}

/** The line an item makes. */
export function lineOf(item: Item, lineId: string, consignorName: string): CartLine {
  return {
    id: lineId,
    itemId: item.id,
    itemName: item.itemName.slice(0, 500) || item.barcode1,
    barcode: item.barcode1.slice(0, 100),
    imageUrl: item.imageUrl.slice(0, 2_000),
    location: item.location.slice(0, 200),
    consignorId: item.consignorId,
    consignorName: item.consignorId === null ? '' : consignorName.slice(0, 500),
    unitPriceCents: item.priceCents,
    quantity: 1,
  }
}

/** A line of goods that are in no inventory: the shop's own, priced by hand. */
export function freeLine(lineId: string, itemName: string, barcode: string, unitPriceCents: Cents | null): CartLine {
  return {
    id: lineId,
    itemId: null,
    itemName: itemName.slice(0, 500),
    barcode: barcode.slice(0, 100),
    imageUrl: '',
    location: '',
    consignorId: null,
    consignorName: '',
    unitPriceCents,
    quantity: 1,
  }
}

/** The line of a cart that has this line's item already. */
export function lineWithItemOf(cart: Cart, line: CartLine): CartLine | undefined {
  return line.itemId === null ? undefined : cart.lines.find((other) => other.itemId === line.itemId)
}

/** The cart has as many lines as a sale can have; pieces of its items can still be added. */
export const isFull = (cart: Cart): boolean => cart.lines.length >= MAX_LINES

/** Puts a line in the cart, unless it is full; an item that is there already gets one more piece instead. */
export function addLine(line: CartLine): CartChange {
  return (cart) => {
    const there = lineWithItemOf(cart, line)
    if (there) return setQuantity(there.id, there.quantity + line.quantity)(cart)
    return isFull(cart) ? cart : { ...cart, lines: [...cart.lines, line] }
  }
}

const onLine =
  (lineId: string, change: (line: CartLine) => CartLine): CartChange =>
  (cart) => ({
    ...cart,
    lines: cart.lines.map((line) => (line.id === lineId ? change(line) : line)),
  })

/** Sets a line's price per piece; null while none is entered. */
export function setPrice(lineId: string, unitPriceCents: Cents | null): CartChange {
  return onLine(lineId, (line) => ({ ...line, unitPriceCents }))
}

/** Sets a line's quantity, kept within 1…MAX_QUANTITY. */
export function setQuantity(lineId: string, quantity: number): CartChange {
  return onLine(lineId, (line) => ({ ...line, quantity: Math.min(MAX_QUANTITY, Math.max(1, Math.trunc(quantity))) }))
}

/** Takes a line out. */
export function removeLine(lineId: string): CartChange {
  return (cart) => ({ ...cart, lines: cart.lines.filter((line) => line.id !== lineId) })
}

/** Puts a removed line back where it was; does nothing when it is there. Where its item was added again since, its pieces go to that line. */
export function restoreLine(line: CartLine, index: number): CartChange {
  return (cart) => {
    if (cart.lines.some((other) => other.id === line.id)) return cart
    if (lineWithItemOf(cart, line)) return addLine(line)(cart)
    return isFull(cart) ? cart : { ...cart, lines: cart.lines.toSpliced(index, 0, line) }
  }
}

/** Sets the consignors' share, 0…100. */
export function setPercentage(consignorPercentage: number): CartChange {
  return (cart) => ({ ...cart, consignorPercentage: Math.min(100, Math.max(0, consignorPercentage)) })
}

/** A reason why a cart cannot be completed yet. `available` comes with quantities above the stock. */
export type CartProblem = {
  readonly lineId: string | null
  readonly field: 'price' | 'quantity' | 'cart'
  readonly message: string
  readonly available?: number
}

/** Everything that keeps the cart from being sold. `itemOf`: undefined for an item that is gone: then there is no stock to compare with. */
export function cartProblems(cart: Cart, itemOf: (id: string) => Item | undefined): readonly CartProblem[] {
  if (cart.lines.length === 0) return [{ lineId: null, field: 'cart', message: 'Cart is empty' }]
  const problems: CartProblem[] = []
  const asked = new Map<string, number>()
  let totalCents = 0
  for (const line of cart.lines) {
    const price = line.unitPriceCents
    if (price === null || price <= 0) problems.push({ lineId: line.id, field: 'price', message: 'Price must be greater than 0' })
    else totalCents += timesCents(price, line.quantity)
    const item = line.itemId === null ? undefined : itemOf(line.itemId)
    if (!item) continue
    // a cart from an earlier release may have an item in two lines
    const before = asked.get(item.id) ?? 0
    asked.set(item.id, before + line.quantity)
    if (before + line.quantity > shownQuantity(item))
      problems.push({
        lineId: line.id,
        field: 'quantity',
        message: onlyAvailable(shownQuantity(item)),
        available: Math.max(0, shownQuantity(item) - before),
      })
  }
  if (totalCents > MAX_CENTS) problems.push({ lineId: null, field: 'cart', message: 'The total is too large for one sale' })
  return problems
}

/** Pieces in a cart. */
export function pieceCount(cart: Pick<Cart, 'lines'>): number {
  return cart.lines.reduce((sum, line) => sum + line.quantity, 0)
}
