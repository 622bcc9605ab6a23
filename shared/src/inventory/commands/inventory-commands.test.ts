import { beforeEach, describe, expect, it } from 'vitest'
import { type Sale, sales } from '../../sales/schema.ts'
import { type AuditEntry, auditEntries } from '../../settings/schema.ts'
import { HOSTILE_STRINGS } from '../../testing/hostile-strings.ts'
import { ADMIN, MemoryShop, START_MS, testId } from '../../testing/memory-shop.ts'
import { type Discrepancy, discrepancies, type Item, itemSchema, items, type StockMovement, stockMovements } from '../schema.ts'
import { addConsignorItem, addMasterItem } from './add-item.ts'
import { allocateItem } from './allocate-item.ts'
import { copyItem } from './copy-item.ts'
import { editItem, removeItem } from './edit-item.ts'
import { importItems } from './import-items.ts'
import { massInputItems } from './mass-input-items.ts'
import { recordMasterSale } from './record-master-sale.ts'

const [tea, copy, cup] = [testId(100), testId(101), testId(102)]
const [ann, bob] = [testId(10), testId(11)]
const texts = { itemName: ' Tea ', barcode1: '036000291452', location: 'A1', link: null }

let shop: MemoryShop
beforeEach(() => {
  shop = new MemoryShop()
  shop.addUser(ann)
  shop.addUser(bob)
})
const movements = (itemId: string) => shop.all<StockMovement>(stockMovements).filter((one) => one.itemId === itemId)

describe('adding', () => {
  it('an item of the shop records its first movement of stock', () => {
    shop.run(addMasterItem, { id: tea, texts, quantity: 3 })
    expect(shop.item(tea)).toEqual({
      id: tea,
      source: 'MasterInventory',
      consignorId: null,
      itemName: 'Tea',
      listingTitle: '',
      barcode1: '036000291452',
      barcode2: '',
      location: 'A1',
      link: '',
      imageUrl: '',
      priceCents: null,
      categoryId: '',
      condition: '',
      stockCount: 3,
      recountedAtMs: null,
      promisedCount: 0,
      recentMoves: [],
      createdAtMs: START_MS + 1,
      updatedAtMs: START_MS + 1,
    })
    expect(movements(tea)).toMatchObject([{ deltaCount: 3, kind: 'initial', byUid: ADMIN.uid, atMs: START_MS + 1 }])
  })
  it('an item of a consignor records its owner', () => {
    shop.run(addConsignorItem, { id: tea, consignorId: ann, texts, quantity: 0 })
    expect(shop.item(tea)).toMatchObject({ source: 'ConsignorInventory', consignorId: ann, stockCount: 0 })
    expect(movements(tea)).toEqual([])
  })
  it('an item with a taken id or an unknown consignor is refused', () => {
    shop.run(addMasterItem, { id: tea, texts, quantity: 3 })
    expect(shop.refuse(addMasterItem, { id: tea, texts, quantity: 3 })).toMatchObject({ code: 'ITEM_EXISTS', status: 409 })
    expect(shop.refuse(addConsignorItem, { id: copy, consignorId: testId(99), texts, quantity: 1 })).toMatchObject({
      code: 'CONSIGNOR_NOT_FOUND',
      status: 404,
    })
  })
  it.each([
    [{ itemName: '  ' }, 'Please enter an item name'],
    [{ barcode1: '' }, 'Please enter a barcode'],
    [{ link: 'example.org' }, 'Please enter a valid link (http:// or https://)'],
    [{ priceCents: 0 }, 'The amount must be greater than 0'],
  ])('an item with the texts %j is refused', (wrong, message) => {
    const parsed = addMasterItem.args.safeParse({ id: tea, texts: { ...texts, ...wrong }, quantity: 1 })
    expect(parsed.error?.issues[0]?.message).toBe(message)
  })
  it.each([
    [-1, 'Quantity must be 0 or more'],
    [1.5, 'Please enter a whole number'],
    ['3', 'Please enter a whole number'],
  ])('an item with the quantity %j is refused', (quantity, message) => {
    expect(addMasterItem.args.safeParse({ id: tea, texts, quantity }).error?.issues[0]?.message).toBe(message)
  })
  it('an item with hostile texts keeps them, except for outer spaces and what no database can store', () => {
    HOSTILE_STRINGS.forEach((text, n) => {
      if (text.trim() === '') return
      shop.run(addMasterItem, { id: testId(200 + n), texts: { itemName: text, barcode1: text.slice(0, 100) }, quantity: 1 })
      expect(shop.item(testId(200 + n))?.itemName).toBe(text.toWellFormed().replaceAll('\u0000', '').trim())
    })
    for (const item of shop.all<Item>(items)) expect(itemSchema.safeParse(item).success).toBe(true)
  })
})

describe('editing an item', () => {
  beforeEach(() => void shop.run(addMasterItem, { id: tea, texts, quantity: 3 }))
  it('audits changed texts only, and records a movement for each change of stock', () => {
    shop.run(editItem, { id: tea, changes: { itemName: 'Tea', priceCents: 900, location: 'A2' }, quantityDelta: 2 })
    shop.run(editItem, { id: tea, changes: { priceCents: 800 }, countedQuantity: 4 })
    shop.run(editItem, { id: tea, changes: { priceCents: 800 }, targetQuantity: 9 })
    // a first picture leaves no entry, a later picture does
    shop.run(editItem, { id: tea, changes: { imageUrl: 'https://example.org/1.jpg', location: 'A2' } })
    shop.run(editItem, { id: tea, changes: { imageUrl: 'https://example.org/2.jpg' } })
    expect(shop.all<AuditEntry>(auditEntries).map(({ id: _id, atMs: _atMs, ...entry }) => entry)).toEqual([
      {
        byUid: ADMIN.uid,
        action: 'inventory.edit',
        subject: tea,
        before: { priceCents: null, location: 'A1' },
        after: { priceCents: 900, location: 'A2' },
      },
      { byUid: ADMIN.uid, action: 'inventory.edit', subject: tea, before: { priceCents: 900 }, after: { priceCents: 800 } },
      {
        byUid: ADMIN.uid,
        action: 'inventory.edit',
        subject: tea,
        before: { imageUrl: 'https://example.org/1.jpg' },
        after: { imageUrl: 'https://example.org/2.jpg' },
      },
    ])
    expect(movements(tea).map(({ deltaCount }) => deltaCount)).toEqual([3, 2, -1, 5])
  })

  it('writes only the changed fields, so that two admins can edit different fields', () => {
    shop.run(editItem, { id: tea, changes: { location: 'B2' } })
    shop.run(editItem, { id: tea, changes: { listingTitle: 'Fine tea', link: 'https://example.org' }, quantityDelta: 2 })
    shop.run(editItem, { id: tea, changes: { link: '' }, quantityDelta: -1 })
    expect(shop.item(tea)).toMatchObject({ itemName: 'Tea', location: 'B2', listingTitle: 'Fine tea', link: '', stockCount: 4 })
  })
  it('reports a change that takes more pieces than the books have', () => {
    shop.run(editItem, { id: tea, changes: {}, quantityDelta: -5 })
    expect(shop.item(tea)?.stockCount).toBe(-2)
    expect(shop.all<Discrepancy>(discrepancies)).toMatchObject([
      { kind: 'negative_stock', itemId: tea, itemName: 'Tea', saleId: null, quantity: 2, openedByUid: ADMIN.uid },
    ])
  })
  it('with a count sets the stock to it, and settles open discrepancies', () => {
    shop.run(editItem, { id: tea, changes: {}, quantityDelta: -5 })
    shop.run(editItem, { id: tea, changes: { location: 'C3' }, countedQuantity: 7 })
    expect(shop.item(tea)).toMatchObject({ stockCount: 7, recountedAtMs: shop.nowMs, location: 'C3' })
    expect(shop.all<Discrepancy>(discrepancies)).toMatchObject([
      { settlement: 'count_corrected', settledByUid: ADMIN.uid, settledAtMs: shop.nowMs },
    ])
  })
  it('brings the shown quantity to the target quantity', () => {
    shop.run(editItem, { id: tea, changes: {}, targetQuantity: 7 })
    expect(shop.item(tea)).toMatchObject({ stockCount: 7, recountedAtMs: null })
    shop.run(editItem, { id: tea, changes: {}, quantityDelta: -9 })
    shop.run(editItem, { id: tea, changes: {}, targetQuantity: 0 })
    expect(shop.item(tea)?.stockCount).toBe(-2)
    shop.run(editItem, { id: tea, changes: {}, targetQuantity: 4 })
    expect(shop.item(tea)?.stockCount).toBe(4)
  })
  it('with a target quantity for an oversold item counts its shelf, and settles the question', () => {
    shop.run(editItem, { id: tea, changes: {}, quantityDelta: -5 })
    shop.apply(new Map([[items.name, new Map([[tea, { ...(shop.item(tea) as Item), promisedCount: 2 }]])]]))
    shop.run(editItem, { id: tea, changes: { location: 'C3' }, targetQuantity: 4 })
    expect(shop.item(tea)).toMatchObject({ stockCount: 4, promisedCount: 2, recountedAtMs: shop.nowMs, location: 'C3' })
    expect(shop.all<Discrepancy>(discrepancies)).toMatchObject([{ quantity: 2, settlement: 'count_corrected' }])
  })
  it('refuses a change of quantity together with a count', () => {
    expect(editItem.args.safeParse({ id: tea, changes: {}, quantityDelta: 1, countedQuantity: 1 }).success).toBe(false)
  })
  it('is refused after the item was removed with its remaining stock', () => {
    shop.run(removeItem, { id: tea })
    expect(shop.item(tea)).toBeUndefined()
    expect(shop.refuse(removeItem, { id: tea }).code).toBe('ITEM_NOT_FOUND')
    expect(shop.refuse(editItem, { id: tea, changes: {} })).toMatchObject({ code: 'ITEM_NOT_FOUND', status: 404 })
    expect(shop.brokenLaws()).toEqual([])
  })
})

describe('the handover', () => {
  beforeEach(() => void shop.run(addMasterItem, { id: tea, texts: { ...texts, priceCents: 500 }, quantity: 3 }))

  it('of allocated pieces moves them to the consignor’s stock', () => {
    shop.run(allocateItem, { masterItemId: tea, consignorId: ann, newItemId: copy, quantity: 2, location: 'Z9' })
    expect([shop.item(tea)?.stockCount, shop.item(copy)?.stockCount]).toEqual([1, 2])
    expect(shop.item(copy)).toMatchObject({ consignorId: ann, itemName: 'Tea', barcode1: '036000291452', location: 'Z9', priceCents: 500 })
  })
  it('of more pieces than are in stock is refused', () => {
    const refusal = shop.refuse(allocateItem, { masterItemId: tea, consignorId: ann, newItemId: copy, quantity: 4, location: '' })
    expect(refusal).toMatchObject({ code: 'INSUFFICIENT_STOCK', status: 409, message: 'Only 3 available in inventory' })
  })
  it('is refused when the stock is negative, which the message calls 0 available', () => {
    shop.run(editItem, { id: tea, changes: {}, quantityDelta: -5 })
    expect(shop.refuse(allocateItem, { masterItemId: tea, consignorId: ann, newItemId: copy, quantity: 1, location: '' }).message).toBe(
      'Only 0 available in inventory',
    )
  })
  describe('to an item that the consignor has', () => {
    const held = { ...texts, barcode1: '0036000291452', location: 'Z9' }
    const handed = { masterItemId: tea, consignorId: ann, newItemId: copy, addToItemId: cup, quantity: 2, location: 'Z9' }
    it('adds the pieces there, whatever the spelling of its barcode', () => {
      shop.run(addConsignorItem, { id: cup, consignorId: ann, texts: held, quantity: 4 })
      shop.run(allocateItem, handed)
      expect([tea, cup, copy].map((id) => shop.item(id)?.stockCount)).toEqual([1, 6, undefined])
      expect(shop.brokenLaws()).toEqual([])
    })
    it.each([
      ['somebody else has it', { consignorId: bob, texts: held }],
      ['it lies elsewhere', { consignorId: ann, texts: { ...held, location: 'Z8' } }],
      ['it became another product', { consignorId: ann, texts: { ...held, barcode1: '5449000000996' } }],
    ])('makes a new item when %s', (_why, other) => {
      shop.run(addConsignorItem, { id: cup, quantity: 4, ...other })
      shop.run(allocateItem, handed)
      expect([tea, cup, copy].map((id) => shop.item(id)?.stockCount)).toEqual([1, 4, 2])
    })
    it('makes a new item when it was deleted', () => {
      shop.run(allocateItem, handed)
      expect(shop.item(copy)?.stockCount).toBe(2)
    })
    it('asks about a count that was made after the pieces came', () => {
      shop.run(addConsignorItem, { id: cup, consignorId: ann, texts: held, quantity: 4 })
      shop.run(editItem, { id: cup, changes: {}, countedQuantity: 4 }, { at: START_MS + 10_000 })
      shop.run(allocateItem, handed, { at: START_MS + 5_000 })
      expect(shop.all<Discrepancy>(discrepancies)).toMatchObject([{ kind: 'moved_before_recount', itemId: cup, quantity: -2 }])
    })
  })
  it('of a copy leaves the stock of the source unchanged', () => {
    shop.run(copyItem, { sourceItemId: tea, consignorId: bob, newItemId: copy, quantity: 9, location: '' })
    expect([shop.item(tea)?.stockCount, shop.item(copy)]).toMatchObject([3, { stockCount: 9, consignorId: bob, location: 'A1' }])
  })
  it('of a consignor’s item by allocation is refused', () => {
    shop.run(addConsignorItem, { id: cup, consignorId: ann, texts, quantity: 3 })
    expect(shop.refuse(allocateItem, { masterItemId: cup, consignorId: bob, newItemId: copy, quantity: 1, location: '' }).code).toBe(
      'ITEM_NOT_FOUND',
    )
  })
  it.each([0, -1])('of the quantity %d is refused', (quantity) => {
    const parsed = allocateItem.args.safeParse({ masterItemId: tea, consignorId: ann, newItemId: copy, quantity, location: '' })
    expect(parsed.error?.issues[0]?.message).toBe('Quantity must be greater than 0')
  })
})

describe('mass input', () => {
  it('makes one item for each barcode and counts repeated barcodes', () => {
    const entries = ['1', '2', ' 1 '].map((barcode, n) => ({ id: testId(300 + n), barcode }))
    shop.run(massInputItems, { consignorId: ann, itemName: 'Book', location: 'B', entries })
    expect(shop.all<Item>(items).map((item) => [item.id, item.barcode1, item.stockCount])).toEqual([
      [testId(300), '1', 2],
      [testId(301), '2', 1],
    ])
  })
  it('adds pieces to the items that the consignor has at that place, and only there', () => {
    shop.run(addConsignorItem, { id: cup, consignorId: ann, texts: { ...texts, location: 'B' }, quantity: 4 })
    shop.run(addConsignorItem, { id: tea, consignorId: ann, texts: { ...texts, location: 'C' }, quantity: 4 })
    const entries = ['036000291452', '036000291452', '0036000291452', '2'].map((barcode, n) => ({
      id: testId(300 + n),
      barcode,
      addToItemId: n === 3 ? tea : cup,
    }))
    shop.run(massInputItems, { consignorId: ann, itemName: 'Book', location: 'B', entries })
    expect([cup, tea, testId(303)].map((id) => [shop.item(id)?.itemName, shop.item(id)?.stockCount])).toEqual([
      ['Tea', 7],
      ['Tea', 4],
      ['Book', 1],
    ])
    expect(shop.all<Item>(items)).toHaveLength(3)
    expect(shop.brokenLaws()).toEqual([])
  })
  it('requires barcodes', () => {
    expect(massInputItems.args.safeParse({ consignorId: ann, itemName: 'Book', entries: [] }).error?.issues[0]?.message).toBe(
      'Please enter at least one barcode',
    )
  })
})

describe('selling a master item', () => {
  beforeEach(() => void shop.run(addMasterItem, { id: tea, texts, quantity: 3 }))
  it('takes pieces from stock and records a sale without a price', () => {
    shop.run(recordMasterSale, { saleId: testId(400), itemId: tea, quantity: 2 })
    expect(shop.item(tea)?.stockCount).toBe(1)
    expect(shop.all<Sale>(sales)).toMatchObject([{ kind: 'master', soldQuantity: 2, salePriceCents: 0, payoutCents: 0, consignorId: null }])
  })
  it('refuses more pieces than are in stock, and the same sale twice', () => {
    expect(shop.refuse(recordMasterSale, { saleId: testId(400), itemId: tea, quantity: 4 }).message).toBe('Only 3 available in inventory')
    shop.run(recordMasterSale, { saleId: testId(400), itemId: tea, quantity: 1 })
    expect(shop.refuse(recordMasterSale, { saleId: testId(400), itemId: tea, quantity: 1 }).code).toBe('SALE_EXISTS')
  })
})

describe('import', () => {
  const row = (n: number, barcode1: string, quantity: number, more = {}) => ({
    id: testId(500 + n),
    line: n + 2,
    texts: { itemName: `Row ${n}`, barcode1, ...more },
    quantity,
  })
  const run = (mode: string, rows: unknown[], consignorId: string | null = null) => {
    shop.run(importItems, { importId: testId(600), consignorId, mode, fileName: 'stock.csv', rows })
    return shop.all<AuditEntry>(auditEntries).at(-1)?.after
  }
  beforeEach(() => void shop.run(addMasterItem, { id: tea, texts, quantity: 3 }))

  it('in mode skip leaves out a row whose barcode is known in another spelling', () => {
    expect(run('skip', [row(0, '0036000291452', 5), row(1, '12', 1)])).toMatchObject({ added: 1, updated: 0, skipped: 1 })
    expect(shop.item(tea)?.stockCount).toBe(3)
  })
  it('in mode update writes filled fields and adds quantities to the items of known barcodes', () => {
    expect(run('update', [row(0, '036000291452', 5, { location: 'Q' }), row(1, '12', 1), row(2, '12', 2)])).toMatchObject({
      added: 1,
      updated: 2,
      skipped: 0,
    })
    expect(shop.item(tea)).toMatchObject({ stockCount: 8, itemName: 'Row 0', location: 'Q' })
    expect(shop.item(testId(501))?.stockCount).toBe(3)
  })
  it('in mode add makes a second item for a known barcode', () =>
    expect(run('add', [row(0, '036000291452', 5)])).toMatchObject({ added: 1, updated: 0, skipped: 0 }))
  it('leaves the items of other owners unchanged', () => {
    expect(run('update', [row(0, '036000291452', 5)], ann)).toMatchObject({ added: 1, updated: 0 })
    expect(shop.item(tea)?.stockCount).toBe(3)
  })
  it('never overwrites an existing item with the same id', () => {
    shop.run(importItems, { importId: testId(600), consignorId: null, mode: 'add', fileName: '', rows: [{ ...row(0, '9', 5), id: tea }] })
    expect(shop.item(tea)).toMatchObject({ itemName: 'Tea', stockCount: 3 })
  })
})
