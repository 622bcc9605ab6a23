import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { StartHeader } from '@shop/shared/kernel/wire.ts'
import { submitShipment } from '@shop/shared/shipments/commands/submit-shipment.ts'
import { expect, it } from 'vitest'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { checkStock } from './examine-stock.ts'
import { stageImport } from './testing/staged-import.ts'

/** Number of rows. IMPORT_ROWS=200000 runs the largest allowed import. */
const ROWS = Number(process.env.IMPORT_ROWS ?? 8_000)
const CHUNK = 1_000

const rowOf = (n: number) => ({
  id: freshId(),
  line: n + 2,
  texts: { itemName: `Vintage teapot ${n}`, barcode1: String(n * 7_919).padStart(12, '0'), location: `Shelf ${n % 400}` },
  quantity: 1 + (n % 3),
})

const staged = (shop: TestShop, token: string, count: number): Promise<string> =>
  stageImport(
    shop.ask,
    token,
    { mode: 'skip' },
    Array.from({ length: count }, (_, n) => rowOf(n)),
  )

/** Asks for the profile, pulls and pushes until the import is over. Counts the rounds that were answered before its end. */
async function askDuring(shop: TestShop, token: string, isOver: () => boolean): Promise<{ readonly duringImport: number }> {
  const device = { clientId: freshId(), protocol: PROTOCOL_VERSION }
  const headers = { authorization: `Bearer ${token}` }
  const started = await shop.server.fetch(new Request(`http://localhost/api/sync/start?protocol=${PROTOCOL_VERSION}`, { headers }))
  let { cursor } = JSON.parse((await started.text()).split('\n')[0] as string) as StartHeader
  let duringImport = 0
  do {
    const { body: me } = await shop.ask('GET', '/auth/me', undefined, { token })
    const pulled = await shop.ask('POST', '/sync/pull', { ...device, cursor }, { token })
    expect(pulled.body.kind).toBe('changes')
    cursor = pulled.body.cursor
    const args = { id: freshId(), uid: me.uid, carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }
    const commands = [{ id: freshId(), name: submitShipment.name, version: submitShipment.version, args, at: Date.now() }]
    const pushed = await shop.ask('POST', '/sync/push', { ...device, commands }, { token })
    expect(pushed.body.results).toMatchObject([{ status: 'done' }])
    if (!isOver()) duringImport++
  } while (!isOver())
  return { duringImport }
}

forEachDatabase('a large import', (open, kind) => {
  it('lets the server answer other requests, and adds every row', { timeout: 1_800_000 }, async () => {
    const shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    const id = await staged(shop, token, ROWS)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const startedAt = performance.now()
    let isOver = false
    const commit = shop.ask('POST', `/inventory/imports/${id}/commit`, {}, { token }).finally(() => {
      isOver = true
    })
    let answered = 0
    const asking = askDuring(shop, token, () => isOver)
    while (!isOver) {
      await turn()
      expect((await shop.ask('GET', '/health')).body).toEqual({ status: 'ok' })
      answered++
    }
    const { body } = await commit
    const rounds = await asking
    // several rounds, because each part of the import is a transaction of its own
    expect(rounds.duringImport).toBeGreaterThan(2)
    delay.disable()
    if (process.env.IMPORT_ROWS)
      console.log(
        `${kind}: ${ROWS} rows in ${Math.round(performance.now() - startedAt)} ms, longest block ${Math.round(delay.max / 1e6)} ms, ${answered} answers`,
      )
    expect(body).toMatchObject({ added: ROWS, updated: 0, skipped: 0 })
    // several answers for each thousand rows, because reading, writing and indexing are separate statements
    expect(answered).toBeGreaterThan((3 * ROWS) / CHUNK)
    expect(await checkStock(shop.platform.db)).toEqual([])
  })

  it('changes nothing when its last chunk is refused', async () => {
    const shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    const id = await staged(shop, token, 2_500)
    await sql`update import_chunks set rows = jsonb_set(rows, '{0,quantity}', '-1') where import_id = ${id} and chunk_no = 3`.execute(
      shop.platform.db,
    )
    expect((await shop.ask('POST', `/inventory/imports/${id}/commit`, {}, { token })).status).toBe(400)
    const { rows } = await sql<{
      items: number
      moves: number
      entries: number
      commands: number
    }>`select (select count(*) from items) as items,
      (select count(*) from stock_movements) as moves, (select count(*) from audit_entries where action = 'inventory.import') as entries,
      (select count(*) from command_log where name = 'inventory.import') as commands`.execute(shop.platform.db)
    expect(rows).toEqual([{ items: 0, moves: 0, entries: 0, commands: 0 }])
  })

  it('happens once when several requests commit it, even at the same moment', async () => {
    const shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    const id = await staged(shop, token, 2_500)
    // the first row of the second chunk repeats a barcode of the first chunk, so the import skips it
    await sql`update import_chunks set rows = jsonb_set(rows, '{0,texts,barcode1}', '"000000007919"') where import_id = ${id} and chunk_no = 2`.execute(
      shop.platform.db,
    )
    const commit = () => shop.ask('POST', `/inventory/imports/${id}/commit`, {}, { token })
    const answers = await Promise.all([commit(), commit(), commit()])
    for (const { status, body } of [...answers, await commit()]) expect([status, body.added, body.skipped]).toEqual([200, 2_499, 1])
    const { rows } = await sql<{ count: number }>`select count(*) as count from items`.execute(shop.platform.db)
    expect(rows).toEqual([{ count: 2_499 }])
  })
})
