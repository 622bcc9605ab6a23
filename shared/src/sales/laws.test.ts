import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addConsignor, addMaster } from '../inventory/commands/add-item.ts'
import { editItem, removeItem } from '../inventory/commands/edit-item.ts'
import { allocate, copyToConsignor } from '../inventory/commands/hand-over.ts'
import { importItems } from '../inventory/commands/import-items.ts'
import { massInput } from '../inventory/commands/mass-input.ts'
import { sellMaster } from '../inventory/commands/sell-master.ts'
import { settleDiscrepancy } from '../inventory/commands/settle-discrepancy.ts'
import { settleActionsOf, settleArgs } from '../inventory/rules/settling.ts'
import { type Discrepancy, discrepancies, type Item, items } from '../inventory/schema.ts'
import { saveCart } from '../pos/commands/save-cart.ts'
import { type Cart, carts, type PosSale, posSales } from '../pos/schema.ts'
import { MemoryShop, START_MS, testId } from '../testing/memory-shop.ts'
import { completePosSale } from './commands/complete-pos-sale.ts'
import { recordSale } from './commands/record-sale.ts'
import { voidPosSale } from './commands/void-pos-sale.ts'
import { saleReferenceOf } from './rules/void-sale.ts'
import { type Sale, sales } from './schema.ts'

const itemId = (n: number) => testId(100 + n)
const consignorId = (n: number) => testId(10 + n)
const saleId = (n: number) => testId(1_000 + n)
const cartId = (n: number) => testId(2_000 + n)

const item = fc.nat(7)
const consignor = fc.nat(2)
const quantity = fc.integer({ min: 1, max: 6 })
const price = fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 3 }))
const percentage = fc.oneof(
  fc.integer({ min: 0, max: 100 }),
  fc.integer({ min: 0, max: 10_000 }).map((bps) => bps / 100),
)
const lateMs = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 50 }) })
const line = fc.record({ item: fc.option(item), consignor: fc.option(consignor), price, quantity, percentage })

/** One thing that happens in the shop. Numbers stand for ids, so that steps meet each other. */
const step = fc.oneof(
  fc.record({ do: fc.constant('addMaster' as const), item, quantity: fc.nat(5) }),
  fc.record({ do: fc.constant('addConsignor' as const), item, consignor, quantity: fc.nat(5) }),
  fc.record({ do: fc.constant('edit' as const), item, delta: fc.integer({ min: -5, max: 5 }) }),
  fc.record({ do: fc.constant('recount' as const), item, counted: fc.nat(6), lateMs }),
  fc.record({ do: fc.constant('remove' as const), item }),
  fc.record({ do: fc.constant('allocate' as const), item, consignor, to: item, quantity }),
  fc.record({ do: fc.constant('copy' as const), item, consignor, to: item, quantity }),
  fc.record({
    do: fc.constant('massInput' as const),
    consignor,
    barcodes: fc.array(fc.constantFrom('1', '2', '3'), { minLength: 1, maxLength: 4 }),
    from: item,
  }),
  fc.record({
    do: fc.constant('import' as const),
    consignor: fc.option(consignor),
    mode: fc.constantFrom('skip', 'update', 'add'),
    rows: fc.array(fc.tuple(item, quantity), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ do: fc.constant('sellMaster' as const), item, sale: fc.nat(9), quantity }),
  fc.record({ do: fc.constant('record' as const), item, sale: fc.nat(9), quantity, price, shipping: fc.nat(500), percentage }),
  fc.record({ do: fc.constant('saveCart' as const), cart: fc.nat(3) }),
  fc.record({
    do: fc.constant('complete' as const),
    sale: fc.integer({ min: 20, max: 26 }),
    cart: fc.nat(3),
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    taxRateBps: fc.constantFrom(825, 0, 1_000),
    wasAdmin: fc.boolean(),
    lateMs,
  }),
  fc.record({ do: fc.constant('void' as const), nth: fc.nat(5) }),
  fc.record({ do: fc.constant('settle' as const), nth: fc.nat(9), action: fc.nat(3), counted: fc.nat(5) }),
  fc.record({ do: fc.constant('dismissConsignor' as const), consignor }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const textsOf = (n: number) => ({ itemName: `Item ${n}`, barcode1: `${n % 4}` })
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

function perform(shop: MemoryShop, doing: Step): void {
  const late = 'lateMs' in doing ? { at: ++shop.nowMs - doing.lateMs } : {}
  switch (doing.do) {
    case 'addMaster':
      shop.try(addMaster, { id: itemId(doing.item), texts: textsOf(doing.item), quantity: doing.quantity })
      return
    case 'addConsignor':
      shop.try(addConsignor, {
        id: itemId(doing.item),
        consignorId: consignorId(doing.consignor),
        texts: textsOf(doing.item),
        quantity: doing.quantity,
      })
      return
    case 'edit':
      shop.try(editItem, { id: itemId(doing.item), changes: { location: 'B2' }, quantityDelta: doing.delta })
      return
    case 'recount':
      shop.try(editItem, { id: itemId(doing.item), changes: {}, countedQuantity: doing.counted }, late)
      return
    case 'remove':
      shop.try(removeItem, { id: itemId(doing.item) })
      return
    case 'allocate':
      shop.try(allocate, {
        masterItemId: itemId(doing.item),
        consignorId: consignorId(doing.consignor),
        newItemId: itemId(doing.to),
        quantity: doing.quantity,
      })
      return
    case 'copy':
      shop.try(copyToConsignor, {
        sourceItemId: itemId(doing.item),
        consignorId: consignorId(doing.consignor),
        newItemId: itemId(doing.to),
        quantity: doing.quantity,
      })
      return
    case 'massInput':
      shop.try(massInput, {
        consignorId: consignorId(doing.consignor),
        itemName: 'Many',
        location: '',
        entries: doing.barcodes.map((barcode, n) => ({ id: itemId(doing.from + n), barcode })),
      })
      return
    case 'import':
      shop.try(importItems, {
        importId: testId(shop.nowMs % 100_000),
        consignorId: doing.consignor === null ? null : consignorId(doing.consignor),
        mode: doing.mode,
        fileName: 'x.csv',
        rows: doing.rows.map(([n, count], index) => ({ id: itemId(n), line: index + 2, texts: textsOf(n), quantity: count })),
      })
      return
    case 'sellMaster':
      shop.try(sellMaster, { saleId: saleId(doing.sale), itemId: itemId(doing.item), quantity: doing.quantity })
      return
    case 'record':
      shop.try(recordSale, {
        saleId: saleId(doing.sale),
        itemId: itemId(doing.item),
        consignorId: shop.item(itemId(doing.item))?.consignorId ?? null,
        salePriceCents: doing.price,
        shippingCostCents: doing.shipping,
        quantity: doing.quantity,
        consignorPercentage: doing.percentage,
      })
      return
    case 'saveCart':
      shop.run(saveCart, { cart: cartOf(doing.cart) })
      return
    case 'complete':
      shop.run(completePosSale, saleArgs(doing), {
        ...late,
        actor: { uid: testId(1), role: doing.wasAdmin ? 'user' : 'admin', wasAdmin: doing.wasAdmin },
      })
      return
    case 'void': {
      const sale = pick(shop.all<PosSale>(posSales), doing.nth)
      if (sale) shop.try(voidPosSale, { ...saleReferenceOf(sale), reason: '' })
      return
    }
    case 'settle':
      settleOne(shop, doing)
      return
    case 'dismissConsignor':
      shop.removeUser(consignorId(doing.consignor))
      return
  }
}

const cartOf = (n: number): Cart => ({
  id: cartId(n),
  status: 'open',
  label: '',
  clientId: testId(3),
  lines: [],
  consignorPercentage: 50,
  saleId: null,
  createdAtMs: 1,
  updatedAtMs: 1,
  byUid: testId(1),
})

function saleArgs(doing: Extract<Step, { do: 'complete' }>) {
  const lines = doing.lines.map((one, n) => ({
    id: testId(5_000 + n),
    itemId: one.item === null ? null : itemId(one.item),
    itemName: 'Thing',
    barcode: '1',
    imageUrl: '',
    consignorName: '',
    consignorId: one.consignor === null ? null : consignorId(one.consignor),
    unitPriceCents: one.price,
    quantity: one.quantity,
    consignorPercentage: one.percentage,
  }))
  const amountCents = lines.reduce((sum, one) => sum + one.unitPriceCents * one.quantity, 0)
  return {
    saleId: saleId(doing.sale),
    displayId: 'POS-1',
    receiptNumber: 'A-1',
    cartId: cartId(doing.cart),
    taxRateBps: doing.taxRateBps,
    consignorPercentage: 50,
    lines,
    tenders: [{ kind: 'cash', label: '', amountCents, givenCents: null }],
  }
}

function settleOne(shop: MemoryShop, { nth, action, counted }: Extract<Step, { do: 'settle' }>): void {
  const discrepancy = pick(
    shop.all<Discrepancy>(discrepancies).filter((one) => one.settledAtMs === null),
    nth,
  )
  if (!discrepancy) return
  const chosen = pick(settleActionsOf(discrepancy), action) ?? 'accept'
  const sale = shop.all<PosSale>(posSales).find((one) => one.id === discrepancy.saleId)
  shop.try(
    settleDiscrepancy,
    settleArgs(discrepancy, { action: chosen, countedQuantity: chosen === 'correct_count' ? counted : undefined }, sale),
  )
}

function freshShop(): MemoryShop {
  const shop = new MemoryShop()
  for (let n = 0; n < 3; n++) shop.addUser(consignorId(n))
  return shop
}

/** Everything the rows say besides which ids they have: to compare a shop before and after. */
const stockOf = (shop: MemoryShop) => Object.fromEntries(shop.all<Item>(items).map((one) => [one.id, one.stockCount]))
const oweds = (shop: MemoryShop) =>
  Object.fromEntries(
    shop
      .all<{ id: string; availableCents: number }>({ name: 'balances' } as never)
      .filter((one) => one.availableCents !== 0)
      .map((one) => [one.id, one.availableCents]),
  )

describe('the laws of stock and money', () => {
  it('hold after every command of any history', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (history) => {
        const shop = freshShop()
        for (const doing of history) {
          perform(shop, doing)
          expect(shop.brokenLaws(), doing.do).toEqual([])
        }
        for (const sale of shop.all<PosSale>(posSales)) {
          const lines = shop.all<Sale>(sales).filter((one) => one.posSaleId === sale.id)
          expect(lines.reduce((sum, one) => sum + one.salePriceCents, 0)).toBe(sale.totalCents)
          expect(lines.reduce((sum, one) => sum + one.payoutCents + one.shopCents, 0)).toBe(sale.subtotalCents)
          expect(sale.subtotalCents + sale.taxCents).toBe(sale.totalCents)
          expect(shop.get(carts, sale.cartId)).toSatisfy((cart: Cart | undefined) => cart === undefined || cart.status === 'completed')
        }
        for (const collection of [items, discrepancies, sales, posSales])
          for (const row of shop.all(collection)) expect(collection.schema.safeParse(row).error).toBeUndefined()
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 300), verbose: 1 },
    )
  })

  it('are restored to the state before by a void', () => {
    const complete = fc.record({
      do: fc.constant('complete' as const),
      sale: fc.constant(50),
      cart: fc.constant(9),
      lines: fc.array(line, { minLength: 1, maxLength: 5 }),
      taxRateBps: fc.constant(825),
      wasAdmin: fc.constant(false),
      lateMs,
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), complete, (history, doing) => {
        const shop = freshShop()
        for (const before of history) perform(shop, before)
        const [stock, owed] = [stockOf(shop), oweds(shop)]
        perform(shop, doing)
        const sale = shop.get(posSales, saleId(50)) as PosSale
        shop.run(voidPosSale, { ...saleReferenceOf(sale), reason: 'mistake' })
        expect([stockOf(shop), oweds(shop)]).toEqual([stock, owed])
        expect(shop.all<Discrepancy>(discrepancies).filter((one) => one.saleId === sale.id && one.settledAtMs === null)).toEqual([])
        expect(shop.refuse(voidPosSale, { ...saleReferenceOf(sale), reason: '' }).code).toBe('ALREADY_VOIDED')
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 200), verbose: 1 },
    )
  })

  it('hold when the same sale comes again', () => {
    const shop = freshShop()
    shop.run(addMaster, { id: itemId(1), texts: textsOf(1), quantity: 3 })
    const args = saleArgs({
      do: 'complete',
      sale: 21,
      cart: 0,
      taxRateBps: 825,
      wasAdmin: false,
      lateMs: 0,
      lines: [{ item: 1, consignor: null, price: 1_000, quantity: 1, percentage: 50 }],
    })
    shop.run(completePosSale, args)
    expect(shop.run(completePosSale, args, { at: START_MS + 99 }).size).toBe(0)
    expect(shop.item(itemId(1))?.stockCount).toBe(2)
  })
})
