import { beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../platform/kernel/log.ts'
import { openPlatform, type Platform } from '../../platform/platform.ts'
import { freshDatabase } from '../../platform/testing/databases.ts'
import { tables } from '../tables.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../testing/shop.ts'

const TOKEN = 'a-token-of-the-monitor'

describe('the metrics', () => {
  let platform: Platform
  let shop: TestShop
  beforeAll(async () => {
    platform = await openPlatform({ tables, log: silentLog, runJobs: false, database: await freshDatabase('pglite') })
    shop = await testShop(platform, { ...OPENED, METRICS_TOKEN: TOKEN, PORT: '0', HOST: '127.0.0.1' })
    return platform.close
  })
  /** Reads the metrics from an address. Answers the status, and the code of a refusal or `figures`. */
  const read = async ({
    from = '192.0.2.7',
    headers = {},
    of = shop,
  }: {
    from?: string
    headers?: Record<string, string>
    of?: TestShop
  }) => {
    const { status, body } = await of.ask('GET', '/metrics', undefined, { peer: from, headers })
    return [status, body.code ?? (String(body).includes('shop_commands_total') ? 'figures' : 'nothing')]
  }
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

  it('are only for this machine and for programs with the token', async () => {
    expect(await read({ from: '127.0.0.1' })).toEqual([200, 'figures'])
    expect(await read(bearer(TOKEN))).toEqual([200, 'figures'])
    expect(await read({})).toEqual([401, 'SIGN_IN_REQUIRED'])
    for (const wrong of [`${TOKEN}x`, TOKEN.slice(1), TOKEN.toUpperCase(), 'x', await shop.signIn(ADMIN_EMAIL)])
      expect([wrong, await read(bearer(wrong))]).toEqual([wrong, [403, 'FORBIDDEN']])
    expect(await read({ headers: { authorization: `Basic ${TOKEN}` } })).toEqual([401, 'SIGN_IN_REQUIRED'])
  })

  it('are not for a client that only seems to be on this machine', async () => {
    // each of these headers shows a proxy on this machine
    for (const headers of [{ 'x-forwarded-for': '127.0.0.1' }, { forwarded: 'for=127.0.0.1' }, { via: '1.1 proxy' }] as Record<
      string,
      string
    >[])
      expect([headers, await read({ from: '127.0.0.1', headers })]).toEqual([headers, [401, 'SIGN_IN_REQUIRED']])
    expect(await read({ headers: { host: 'localhost', 'x-forwarded-for': '127.0.0.1' } })).toEqual([401, 'SIGN_IN_REQUIRED'])
  })

  it('are closed to other machines when no token is set', async () => {
    const without = await testShop(platform, OPENED)
    expect(await read({ of: without })).toEqual([401, 'SIGN_IN_REQUIRED'])
    for (const guess of ['undefined', 'null', TOKEN]) expect(await read({ ...bearer(guess), of: without })).toEqual([403, 'FORBIDDEN'])
    expect(await read({ from: '127.0.0.1', of: without })).toEqual([200, 'figures'])
  })

  it('are given through a proxy only with the token', async () => {
    const url = await shop.server.listen()
    const get = async (headers: Record<string, string>) => {
      const answer = await fetch(`${url}/api/metrics`, { headers })
      return [answer.status, (await answer.text()).includes('shop_commands_total')]
    }
    expect(await get({ 'x-forwarded-for': '192.0.2.7' })).toEqual([401, false])
    expect(await get({ 'x-forwarded-for': '192.0.2.7', authorization: `Bearer ${TOKEN}` })).toEqual([200, true])
    await shop.server.close()
  })
})
