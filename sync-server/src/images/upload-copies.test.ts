import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { OPENED, type RequestOptions, testShop } from '../app/testing/shop.ts'
import { tradingShop } from '../app/testing/trades.ts'
import { freshId } from '../platform/testing/commands.ts'
import { BUSY_MACHINE_MS, createPostgresDatabase, onPostgres } from '../platform/testing/databases.ts'
import { labelUpload, PDF } from './testing/label-upload.ts'
import { twoHalves } from './testing/pictures.ts'

type Upload = { readonly path: string; readonly form: RequestOptions; readonly fileOf: (answer: { id?: string }) => Promise<string> }

onPostgres('two copies of one upload', (open) => {
  it.each(['postal label', 'trade label', 'profile picture'] as const)('leave the file of a %s to the one that succeeds', async (kind) => {
    const url = await createPostgresDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'shop-copies-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const serverThatWaits = async (lockTimeoutMs: number) =>
      testShop(await open({ database: { kind: 'postgres', url, lockTimeoutMs } }), { ...OPENED, DATA_DIR: dataDir })
    const patient = await serverThatWaits(BUSY_MACHINE_MS)
    const hasty = await serverThatWaits(50)
    const t = await tradingShop(patient)
    const { path, form, fileOf } = await uploadOf(kind, t)

    const till = new pg.Client({ connectionString: url })
    await till.connect()
    onTestFinished(() => till.end())
    await till.query('begin')
    await till.query('lock table command_log in exclusive mode')
    const good = patient.ask('POST', path, undefined, form)
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await expect.poll(async () => (await till.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1)
    expect((await hasty.ask('POST', path, undefined, form)).status).toBe(503)
    await hasty.platform.jobs.drain()
    await till.query('commit')
    const { status, body } = await good
    expect(status).toBe(200)
    const file = await fileOf(body)
    const read = () =>
      patient.server.fetch(new Request(`http://localhost${file}`, { headers: { authorization: `Bearer ${t.admin.token}` } }))
    expect((await read()).status).toBe(200)
    await patient.platform.db
      .updateTable('jobs')
      .set({ run_at: new Date(0) })
      .where('kind', 'like', 'images.%')
      .execute()
    await patient.platform.jobs.drain()
    expect((await read()).status).toBe(200)
  })
})

async function uploadOf(
  kind: 'postal label' | 'trade label' | 'profile picture',
  t: Awaited<ReturnType<typeof tradingShop>>,
): Promise<Upload> {
  const fields = { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }
  const { raw, headers } = await labelUpload(PDF, { type: 'application/pdf', fields, key: freshId() })
  if (kind === 'postal label')
    return { path: '/postal-labels', form: { raw, headers, ...t.admin }, fileOf: async ({ id }) => `/api/postal-labels/${id}/file` }
  if (kind === 'trade label') {
    const [buyer, ann] = [await t.join('buyer', 5_000), await t.join('ann')]
    await t.stock(ann, 'lamp', 1)
    const { tradeId } = await t.ok(t.request(buyer, 'lamp', { providesOwnShipping: true }))
    const [offer] = await t.received(ann)
    await t.ok(t.answer(ann, offer.offerId, 'accept'))
    const path = `/trades/${tradeId}/shipping-label`
    return { path, form: { raw, headers, token: buyer.token }, fileOf: async () => `/api${path}` }
  }
  const data = new FormData()
  data.append('profileImage', new File([new Uint8Array(await twoHalves(50, 50).png().toBuffer())], 'me.png', { type: 'image/png' }))
  const body = new Response(data)
  const form = {
    raw: new Uint8Array(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '', 'idempotency-key': freshId() },
    ...t.admin,
  }
  return { path: '/auth/upload-profile-image', form, fileOf: async () => (await t.ok(t.ask('GET', '/auth/me', t.admin))).photoURL }
}
