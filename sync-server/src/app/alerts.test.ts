import { readFileSync } from 'node:fs'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { silentLog } from '../platform/kernel/log.ts'
import { openPlatform } from '../platform/platform.ts'
import { freshId } from '../platform/testing/commands.ts'
import { freshDatabase } from '../platform/testing/databases.ts'
import { tables } from './tables.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from './testing/shop.ts'
import { queuedSale } from './testing/till-sales.ts'

type Rule = { record?: string; alert?: string; expr: string; annotations?: { runbook: string } }

const fileOf = (name: string) => readFileSync(new URL(`../../deployment/${name}`, import.meta.url), 'utf8')
const { groups } = parse(fileOf('alerts.yml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const MONITOR = 'a-token-of-the-monitor'
const HOUR_MS = 3_600_000

describe('the alert rules', () => {
  let shop: TestShop
  const metrics = async () => String((await shop.ask('GET', '/metrics', undefined, { token: MONITOR })).body)

  beforeAll(async () => {
    const platform = await openPlatform({ tables, log: silentLog, runJobs: false, database: await freshDatabase('pglite') })
    shop = await testShop(platform, { ...OPENED, METRICS_TOKEN: MONITOR })
    return platform.close
  }, 60_000)

  it('name metrics that the server has', async () => {
    const known = new Set((await metrics()).match(/(?<=^# TYPE )\w+/gm))
    const named = rules.flatMap(({ expr }) => expr.match(/\bshop_\w+/g) ?? []).map((name) => name.replace(/_(?:bucket|count|sum)$/, ''))
    expect(named.filter((name) => !known.has(name))).toEqual([])
    expect(named.length).toBeGreaterThan(5)
  })

  it('say where to read what to do', () => {
    const parts = (fileOf('maintenance.md').match(/(?<=^### ).+$/gm) ?? []).map((title) => title.toLowerCase().replaceAll(' ', '-'))
    for (const { alert, annotations } of rules.filter((rule) => rule.alert))
      expect([alert, parts.map((part) => `maintenance.md#${part}`)]).toEqual([alert, expect.arrayContaining([annotations?.runbook])])
  })

  it('notice a sale that waited on its till for more than a day, but none that comes back after a restore, nor one of a consignor', async () => {
    const admin = { token: await shop.signIn(ADMIN_EMAIL) }
    const push = async (ageMs: number, more: object = {}, { token }: { token: string } = admin) => {
      const sale = { ...queuedSale([{ id: freshId(), name: 'Cup', consignorId: null, priceCents: 500 }], freshId()), ...more }
      const commands = [{ ...sale, at: Date.now() - ageMs }]
      expect((await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands }, { token })).status).toBe(
        200,
      )
    }
    await push(0)
    await push(2 * HOUR_MS)
    await push(25 * HOUR_MS)
    await push(50 * HOUR_MS, { replay: true })
    await push(50 * HOUR_MS, {}, await shop.signUp('consignor@example.org'))
    const read = await metrics()
    const bucket = (of: string) => Number(new RegExp(`^shop_fact_age_seconds_${of} (\\d+)$`, 'm').exec(read)?.[1])
    expect([bucket('bucket{le="600"}'), bucket('bucket{le="14400"}'), bucket('bucket{le="86400"}'), bucket('count')]).toEqual([1, 2, 2, 3])
    expect(Number(/^shop_push_seconds_count (\d+)$/m.exec(read)?.[1])).toBe(5)
  })
})
