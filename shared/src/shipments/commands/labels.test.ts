import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../kernel/define-command.ts'
import { MemoryShop, START_MS, testId } from '../../testing/memory-shop.ts'
import { LABEL_STOCK_ID, type LabelStock, labelStocks, MAX_FREE_LABELS, type PostalLabel, postalLabels } from '../label-schema.ts'
import { type Shipment, shipments } from '../schema.ts'
import { addLabel } from './add-label.ts'
import { removeLabel } from './remove-label.ts'
import { takeLabel } from './take-label.ts'

const ann = testId(10)
const asAnn = { actor: { uid: ann, role: 'user', wasAdmin: false } satisfies Actor }
const file = { name: 'label.pdf', type: 'application/pdf', sizeBytes: 1_000 }
let shop: MemoryShop

beforeEach(() => {
  shop = new MemoryShop()
  shop.addUser(ann)
})

const add = (n: number, at = START_MS) => shop.run(addLabel, { id: testId(n), carrier: 'usps', trackingNumber: `No ${n}`, file }, { at })
/** Takes a label for the box with this number, and returns the tracking number that the box got. */
const take = (n: number) => {
  shop.run(takeLabel, { id: testId(n), uid: ann }, asAnn)
  return (shop.get(shipments, testId(n)) as Shipment).trackingNumber
}
const isAnyFree = () => (shop.get(labelStocks, LABEL_STOCK_ID) as LabelStock).freeCount === 1

describe('the shop’s postal labels', () => {
  it('are taken in the order in which they were added, and by their ids when they were added at one time', () => {
    add(103, START_MS + 1)
    add(101, START_MS + 2)
    add(105, START_MS)
    expect(take(200)).toBe('No 105')
    expect(take(201)).toBe('No 103')
    shop = new MemoryShop()
    shop.addUser(ann)
    for (const n of [102, 101, 103]) add(n)
    expect([take(200), take(201)]).toEqual(['No 101', 'No 102'])
  })

  it('tell everybody’s device when the first comes and the last goes, and not in between', () => {
    expect([...add(101).keys()]).toContain(labelStocks.name)
    expect(isAnyFree()).toBe(true)
    expect([...add(102).keys()]).not.toContain(labelStocks.name)
    shop.run(takeLabel, { id: testId(200), uid: ann }, asAnn)
    expect(isAnyFree()).toBe(true)
    expect([...shop.run(removeLabel, { id: testId(102) }).keys()]).toContain(labelStocks.name)
    expect(isAnyFree()).toBe(false)
    expect(shop.refuse(takeLabel, { id: testId(201), uid: ann }, asAnn).code).toBe('NO_LABEL')
  })

  it('are as many as a taking can lock, and no more', () => {
    const label = (id: string): PostalLabel => ({
      ...{ id, state: 'free', carrier: 'USPS', trackingNumber: id, numberKey: id, file, addedAtMs: START_MS },
      ...{ uid: null, shipmentId: null, takenAtMs: null },
    })
    const ids = Array.from({ length: MAX_FREE_LABELS - 1 }, (_, n) => testId(1_000 + n))
    shop.apply(new Map([[postalLabels.name, new Map(ids.map((id) => [id, label(id)]))]]))
    add(101)
    const tooMany = { id: testId(102), carrier: 'USPS', trackingNumber: '102', file }
    expect(shop.refuse(addLabel, tooMany).code).toBe('TOO_MANY_LABELS')
    shop.run(removeLabel, { id: testId(101) })
    shop.run(addLabel, tooMany)
  })

  it('have different numbers, however these are spaced', () => {
    add(101)
    expect(shop.refuse(addLabel, { id: testId(102), carrier: 'UPS', trackingNumber: 'n-O 1 01', file }).code).toBe('LABEL_EXISTS')
  })
})
