import { type Item, items } from '@shop/shared/inventory/schema.ts'
import { cents } from '@shop/shared/kernel/money.ts'
import { completePosSale } from '@shop/shared/sales/commands/complete-pos-sale.ts'
import type { SyncEngine } from '../../src/sync/engine/engine.ts'
import { openBare, putStrictly } from './bare-idb.ts'
import { openEngine } from './engine.ts'

const WARM_UP = 20

function saleOf(engine: SyncEngine, goods: readonly Item[], at: number) {
  const lines = goods.map((item, index) => ({
    id: engine.newId(),
    itemId: item.id,
    itemName: item.itemName,
    barcode: item.barcode1,
    imageUrl: item.imageUrl,
    consignorId: item.consignorId,
    consignorName: '',
    unitPriceCents: cents(500 + index * 250),
    quantity: 1,
    consignorPercentage: item.consignorId ? 50 : 0,
  }))
  const totalCents = cents(lines.reduce((sum, line) => sum + line.unitPriceCents, 0))
  return {
    saleId: engine.newId(),
    displayId: `POS-${at}`,
    receiptNumber: `BNCH-${at}`,
    cartId: engine.newId(),
    taxRateBps: 825,
    consignorPercentage: 50,
    lines,
    tenders: [{ kind: 'cash' as const, label: '', amountCents: totalCents, givenCents: totalCents }],
  }
}

/** Completes sales of three lines through the engine, each followed by a bare strict transaction that writes the same records. */
export async function completeSales(name: string, size: number, count: number): Promise<{ engine: number[]; bare: number[] }> {
  const engine = await openEngine(name, `/rows-${size}`)
  const bare = await openBare(`${name}-bare`, (database) => {
    database.createObjectStore('meta', { keyPath: 'key' })
    const outbox = database.createObjectStore('outbox', { keyPath: 'seq' })
    outbox.createIndex('id', 'id', { unique: true })
    for (const field of ['changed', 'replaceKey']) outbox.createIndex(field, field)
  })
  const rows = engine.replica.view.all(items)
  const samples = { engine: [] as number[], bare: [] as number[] }
  for (let at = 0; at < count + WARM_UP; at++) {
    const from = (at * 37) % (rows.length - 3)
    const args = saleOf(engine, rows.slice(from, from + 3), at)
    const startMs = performance.now()
    await engine.run(completePosSale, args)
    const storedMs = performance.now()
    const records = { meta: [engine.replica.state], outbox: [engine.replica.entries.at(-1)] }
    const bareStartMs = performance.now()
    await putStrictly(bare, records)
    if (at < WARM_UP) continue
    samples.engine.push(storedMs - startMs)
    samples.bare.push(performance.now() - bareStartMs)
  }
  engine.stop()
  bare.close()
  return samples
}
