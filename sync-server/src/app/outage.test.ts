import { expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../platform/kernel/log.ts'
import { openPlatform } from '../platform/platform.ts'
import { createPostgresDatabase } from '../platform/testing/databases.ts'
import { Wire } from '../platform/testing/wire.ts'
import { tables } from './tables.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, testShop } from './testing/shop.ts'

const MONITOR = 'a-token-of-the-monitor'

it('while the database is away, the server answers requests that need it with 503, not 500 or 401; afterwards it works again', async () => {
  const wire = new Wire(new URL(await createPostgresDatabase()))
  await wire.mend()
  const platform = await openPlatform({ tables, log: silentLog, runJobs: false, database: { kind: 'postgres', url: wire.url } })
  onTestFinished(() => platform.close())
  const { ask, signIn } = await testShop(platform, { ...OPENED, METRICS_TOKEN: MONITOR })
  const token = await signIn(ADMIN_EMAIL)

  await wire.cut()
  const clientId = '0190a0b0-0000-7000-8000-000000000001'
  const sale = { id: crypto.randomUUID(), name: 'settings.change', version: 1, args: { changes: {} }, at: Date.now() }
  const answers = await Promise.all([
    ask('GET', '/ready'),
    ask('GET', '/setup'),
    ask('POST', '/identity/sign-in/email', { email: ADMIN_EMAIL, password: PASSWORD }),
    ask('POST', '/identity/sign-up/email', { email: 'new@example.org', password: PASSWORD, name: 'New' }),
    ask('GET', '/auth/me', undefined, { token }),
    ask('GET', '/auth/me', undefined, { token: 'another' }),
    ask('GET', '/inventory/search', undefined, { token }),
    ask('POST', '/sync/push', { clientId, protocol: 1, commands: [sale] }, { token }),
  ])
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [503, 'UNAVAILABLE']))
  for (const { headers } of answers) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await ask('GET', '/health')).status).toBe(200)
  const metrics = async () => (await ask('GET', '/metrics', undefined, { token: MONITOR })).body as string
  expect(await metrics()).toContain('\nshop_ready 0\n')

  await wire.mend()
  expect((await ask('GET', '/ready')).status).toBe(200)
  expect(await metrics()).toContain('\nshop_ready 1\n')
  expect((await ask('GET', '/auth/me', undefined, { token })).status).toBe(200)
}, 60_000)

it('while the database hangs, the metrics still come and say so', async () => {
  const wire = new Wire(new URL(await createPostgresDatabase()))
  await wire.mend()
  const platform = await openPlatform({ tables, log: silentLog, runJobs: false, database: { kind: 'postgres', url: wire.url } })
  onTestFinished(() => platform.close())
  const { ask } = await testShop(platform, { ...OPENED, METRICS_TOKEN: MONITOR })
  const metrics = async () => (await ask('GET', '/metrics', undefined, { token: MONITOR })).body as string

  wire.silence()
  const answer = await metrics()
  expect(answer).toContain('\nshop_ready 0\n')
  expect(answer).toContain('\nshop_push_seconds_count')
  // no connection gets an answer again until it is made anew
  await wire.cut()
  await wire.mend()
  await expect.poll(metrics, { timeout: 20_000 }).toContain('\nshop_ready 1\n')
}, 60_000)
