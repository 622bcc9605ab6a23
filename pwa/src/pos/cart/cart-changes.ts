import { onlyAvailable } from '@shop/shared/inventory/rules/stock.ts'
import { type Item, MAX_QUANTITY, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { type Cents, MAX_CENTS, timesCents } from '@shop/shared/kernel/money.ts'
import { type Cart, type CartLine, MAX_LINES } from '@shop/shared/pos/schema.ts'
import type { Discount } from '@shop/shared/sales/reduction-schema.ts'

/** A change of a cart. It must not mutate its argument. */
export type CartChange = (cart: Cart) => Cart

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

/** A line for goods outside the inventory: the shop's own, priced by hand. */
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

export function lineWithItemOf(cart: Cart, line: CartLine): CartLine | undefined {
  return line.itemId === null ? undefined : cart.lines.find((other) => other.itemId === line.itemId)
}

/** True when the cart has as many lines as a sale may have. Items that are already in the cart can still get more pieces. */
export const isFull = (cart: Cart): boolean => cart.lines.length >= MAX_LINES

/** Adds a line unless the cart is full. If the item is already in the cart, its line gets the pieces instead. */
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

/** Sets a line's quantity, clamped to 1…MAX_QUANTITY. */
export function setQuantity(lineId: string, quantity: number): CartChange {
  return onLine(lineId, (line) => ({ ...line, quantity: Math.min(MAX_QUANTITY, Math.max(1, Math.trunc(quantity))) }))
}

/** Removes a line. With the last one, the discount on the whole cart goes too, lest the next customer gets it. */
export function removeLine(lineId: string): CartChange {
  return (cart) => {
    const lines = cart.lines.filter((line) => line.id !== lineId)
    return { ...cart, lines, ...(lines.length === 0 && cart.discount && { discount: null }) }
  }
}

/** Sets a line's discount; null for none. A change of its price or quantity keeps it. */
export function setDiscount(lineId: string, discount: Discount | null): CartChange {
  return onLine(lineId, (line) => ({ ...line, discount }))
}

/** Sets the discount on all lines; null for none. */
export function setCartDiscount(discount: Discount | null): CartChange {
  return (cart) => ({ ...cart, discount })
}

/** Undoes a removal, once. The line returns to its place, or adds its pieces to a newer line of the same item, and its discount unless that has one.
 *  A full cart takes no line back. */
export function restoreLine(line: CartLine, index: number): CartChange {
  return (cart) => {
    if (cart.lines.some((other) => other.id === line.id)) return cart
    const there = lineWithItemOf(cart, line)
    if (there) return setDiscount(there.id, there.discount ?? line.discount ?? null)(addLine(line)(cart))
    return isFull(cart) ? cart : { ...cart, lines: cart.lines.toSpliced(index, 0, line) }
  }
}

/** Sets the consignors' share, 0…100. */
export function setPercentage(consignorPercentage: number): CartChange {
  return (cart) => ({ ...cart, consignorPercentage: Math.min(100, Math.max(0, consignorPercentage)) })
}

/** Obstacle to completing a cart. `available` is set when a quantity exceeds the stock. */
export type CartProblem = {
  readonly lineId: string | null
  readonly field: 'price' | 'quantity' | 'cart'
  readonly message: string
  readonly available?: number
}

/** The cart's problems that prevent its sale. `itemOf` answers undefined for a deleted item, which has no stock to compare with. */
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
    // a cart of an earlier release may contain an item in two lines
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

export function pieceCount(cart: Pick<Cart, 'lines'>): number {
  return cart.lines.reduce((sum, line) => sum + line.quantity, 0)
}
