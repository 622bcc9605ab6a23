import { type Item, itemSchema } from '@shop/shared/inventory/schema.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { cents, MAX_CENTS } from '@shop/shared/kernel/money.ts'
import { type CartLine, cartSchema, MAX_LINES } from '@shop/shared/pos/schema.ts'
import type { Discount } from '@shop/shared/sales/reduction-schema.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cartTotals, completionIdOf, discountCents, lineDiscountCents, lineTotalCents, saleIdOf } from './build-sale.ts'
import {
  addLine,
  type CartChange,
  cartProblems,
  emptyCart,
  freeLine,
  isFull,
  lineOf,
  removeLine,
  restoreLine,
  setCartDiscount,
  setDiscount,
  setPercentage,
  setPrice,
  setQuantity,
} from './cart-changes.ts'

const id = (n: number) => uuidv7(1_700_000_000_000 + n, new Uint8Array(10).fill(n))
const cart = emptyCart(id(1), id(2), id(3), 5, 50)

function item(n: number, more: Partial<Item> = {}): Item {
  return itemSchema.parse({
    id: id(n),
    source: 'MasterInventory',
    consignorId: null,
    itemName: `Item ${n}`,
    listingTitle: '',
    barcode1: `00${n}`,
    barcode2: '',
    location: 'A1',
    link: '',
    imageUrl: '',
    priceCents: 250,
    stockCount: 3,
    recountedAtMs: null,
    createdAtMs: 0,
    updatedAtMs: 0,
    ...more,
  })
}

const discount = (more: Partial<Discount> = {}): Discount => ({ kind: 'percent', value: 1_000, bearer: 'shared', reason: '', ...more })

const apply = (...changes: CartChange[]) => changes.reduce((current, change) => change(current), cart)

describe('a cart', () => {
  it('adds an item once and then raises its quantity', () => {
    const twice = apply(addLine(lineOf(item(10), id(20), '')), addLine(lineOf(item(10), id(21), '')))
    expect(twice.lines).toHaveLength(1)
    expect(twice.lines[0]).toMatchObject({ id: id(20), quantity: 2, unitPriceCents: 250 })
  })

  it('never merges two free lines', () => {
    expect(apply(addLine(freeLine(id(20), 'Bag', '', cents(10))), addLine(freeLine(id(21), 'Bag', '', cents(10)))).lines).toHaveLength(2)
  })

  it('refuses more lines than a sale may have, but still adds pieces to its lines', () => {
    const lines = Array.from({ length: MAX_LINES }, (_, n) => freeLine(uuidv7(n, new Uint8Array(10)), 'Bag', '', cents(10)))
    const full = apply(...lines.slice(1).map(addLine), addLine(lineOf(item(10), id(20), '')))
    expect([full.lines.length, isFull(full)]).toEqual([MAX_LINES, true])
    expect(addLine(lineOf(item(11), id(21), ''))(full)).toBe(full)
    expect(addLine(lineOf(item(10), id(21), ''))(full).lines.at(-1)).toMatchObject({ id: id(20), quantity: 2 })
  })

  it('restores a removed line at its place, once', () => {
    const three = apply(...[10, 11, 12].map((n) => addLine(lineOf(item(n), id(n + 10), ''))))
    const line = three.lines[1]
    if (!line) throw new Error('no line')
    const without = removeLine(line.id)(three)
    expect(without.lines).toHaveLength(2)
    expect(restoreLine(line, 1)(without)).toEqual(three)
    expect(restoreLine(line, 1)(three)).toEqual(three)
  })

  it('adds the pieces of a restored line to the line scanned since its removal', () => {
    const first = lineOf(item(10), id(20), '')
    const again = apply(addLine(first), setQuantity(first.id, 2), removeLine(first.id), addLine(lineOf(item(10), id(21), '')))
    expect(restoreLine({ ...first, quantity: 2 }, 0)(again).lines).toEqual([{ ...first, id: id(21), quantity: 3, discount: null }])
  })

  it('keeps a line’s discount through its price, its quantity, a scan, and a removal that is undone', () => {
    const line = lineOf(item(10), id(20), '')
    const damaged = discount({ reason: 'damaged' })
    const reduced = apply(
      addLine(line),
      setDiscount(line.id, damaged),
      setPrice(line.id, cents(300)),
      setQuantity(line.id, 2),
      addLine(lineOf(item(10), id(21), '')),
    )
    expect(reduced.lines).toEqual([{ ...line, unitPriceCents: 300, quantity: 3, discount: damaged }])
    const [before] = reduced.lines
    if (!before) throw new Error('no line')
    const without = removeLine(line.id)(reduced)
    expect(restoreLine(before, 0)(without)).toEqual(reduced)
    expect(removeLine(line.id)(setCartDiscount(discount())(reduced)).discount).toBeNull()
    const scanned = addLine(lineOf(item(10), id(22), ''))(without)
    expect(restoreLine(before, 0)(scanned).lines).toMatchObject([{ id: id(22), quantity: 4, discount: damaged }])
    const other = setDiscount(id(22), discount({ value: 500 }))(scanned)
    expect(restoreLine(before, 0)(other).lines).toMatchObject([{ quantity: 4, discount: { value: 500 } }])
    expect(setDiscount(line.id, null)(reduced).lines).toMatchObject([{ discount: null }])
  })

  it('takes a line’s discount off before the cart’s, and adds up what they take', () => {
    const bag = (n: number) => freeLine(id(n), 'Bag', '', cents(1_000))
    const reduced = apply(
      addLine(bag(20)),
      addLine(bag(21)),
      setDiscount(id(20), discount({ kind: 'amount', value: 200 })),
      setCartDiscount(discount()),
    )
    expect([cartTotals(reduced, 825).totalCents, discountCents(reduced)]).toEqual([1_620, 380])
    expect([lineDiscountCents(reduced.lines[0] as CartLine), lineDiscountCents(reduced.lines[1] as CartLine)]).toEqual([200, 0])
    expect(discountCents(setCartDiscount(null)(reduced))).toBe(200)
    const free = setCartDiscount(discount({ value: 10_000 }))(reduced)
    expect([cartTotals(free, 825).totalCents, cartProblems(free, () => undefined)]).toEqual([0, []])
  })

  it('restores nothing in a cart that has filled up since', () => {
    const lines = Array.from({ length: MAX_LINES }, (_, n) => freeLine(uuidv7(n, new Uint8Array(10)), 'Bag', '', cents(10)))
    const full = apply(...lines.map(addLine))
    expect(restoreLine(freeLine(id(20), 'Bag', '', cents(10)), 0)(full)).toBe(full)
  })

  it('names the obstacles to completing a sale', () => {
    expect(cartProblems(cart, () => undefined)).toMatchObject([{ message: 'Cart is empty' }])
    const known = item(10, { priceCents: null })
    const over = apply(addLine(lineOf(known, id(20), '')), setQuantity(id(20), 4))
    expect(cartProblems(over, () => known)).toMatchObject([
      { field: 'price', message: 'Price must be greater than 0' },
      { field: 'quantity', message: 'Only 3 available in inventory', available: 3 },
    ])
    expect(cartProblems(setPrice(id(20), cents(0))(over), () => undefined)).toMatchObject([{ field: 'price' }])
    expect(cartProblems(setPrice(id(20), cents(1))(over), () => undefined)).toEqual([])
    expect(
      cartProblems(apply(addLine(lineOf(item(10, { stockCount: -2 }), id(20), ''))), () => item(10, { stockCount: -2 })),
    ).toMatchObject([{ message: 'Only 0 available in inventory' }])
  })

  it('adds up the pieces of an item that two lines share', () => {
    const line = lineOf(item(10), id(20), '')
    const twice = {
      ...cart,
      lines: [
        { ...line, quantity: 2 },
        { ...line, id: id(21), quantity: 2 },
      ],
    }
    expect(cartProblems(twice, () => item(10))).toEqual([
      { lineId: id(21), field: 'quantity', message: 'Only 3 available in inventory', available: 1 },
    ])
  })

  it('refuses a total beyond the limit of a sale, but still shows it', () => {
    const huge = apply(addLine(freeLine(id(20), 'Gold', '', cents(9_000_000_000))), setQuantity(id(20), 2))
    expect(cartProblems(huge, () => undefined)).toMatchObject([{ field: 'cart' }])
    const most = (n: number) => ({ ...freeLine(id(n), 'Gold', '', cents(9_000_000_000)), consignorId: id(9), quantity: 1_000_000 })
    const { totalCents, subtotalCents, taxCents, payoutCents, shopCents } = cartTotals({ ...cart, lines: [most(20), most(21)] }, 825)
    expect(totalCents).toBeGreaterThan(9_000_000_000)
    expect(discountCents({ lines: [most(20), most(21)], discount: discount() })).toBe(0)
    expect([subtotalCents + taxCents, payoutCents + shopCents]).toEqual([totalCents, subtotalCents])
  })

  it('has one sale id on each device, and one command id for each content of the sale', () => {
    expect(saleIdOf(id(1), id(2))).toBe(saleIdOf(id(1), id(2)))
    expect(saleIdOf(id(1), id(2))).not.toBe(saleIdOf(id(1), id(3)))
    expect(completionIdOf(id(1), { a: 1 })).toBe(completionIdOf(id(1), { a: 1 }))
    expect(completionIdOf(id(1), { a: 1 })).not.toBe(completionIdOf(id(1), { a: 2 }))
  })

  it('stays valid through any sequence of changes', () => {
    const anyDiscount = fc.option(
      fc.record({
        kind: fc.constantFrom('percent', 'amount'),
        value: fc.integer({ min: 1, max: 10_000 }),
        bearer: fc.constantFrom('shared', 'shop', 'consignor'),
        reason: fc.constantFrom('', 'damaged'),
      }),
    )
    const change = fc.oneof(
      fc.integer({ min: 10, max: 15 }).map((n) => addLine(lineOf(item(n), id(n + 20), 'Ann'))),
      fc.tuple(fc.integer({ min: 30, max: 35 }), fc.integer()).map(([n, quantity]) => setQuantity(id(n), quantity)),
      fc
        .tuple(fc.integer({ min: 30, max: 35 }), fc.integer({ min: 0, max: 9_000_000_000 }))
        .map(([n, price]) => setPrice(id(n), cents(price))),
      fc.integer({ min: 30, max: 35 }).map((n) => removeLine(id(n))),
      fc.integer({ min: -50, max: 150 }).map(setPercentage),
      fc.tuple(fc.integer({ min: 30, max: 35 }), anyDiscount).map(([n, given]) => setDiscount(id(n), given)),
      anyDiscount.map(setCartDiscount),
    )
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const result = cartSchema.parse(apply(...changes))
        const gross = result.lines.reduce((sum, line) => sum + lineTotalCents(line), 0)
        if (gross <= MAX_CENTS) expect(cartTotals(result, 825).totalCents + discountCents(result)).toBe(gross)
        expect(new Set(result.lines.map((line) => line.id)).size).toBe(result.lines.length)
        expect(new Set(result.lines.map((line) => line.itemId)).size).toBe(result.lines.length)
      }),
    )
  })
})
