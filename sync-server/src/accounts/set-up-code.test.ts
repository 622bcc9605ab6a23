import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { PASSWORD, type RequestOptions, type TestShop, testShop } from '../app/testing/shop.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

const OPENING = { email: 'owner@example.org', password: PASSWORD, displayName: 'Owner', timeZone: 'UTC', shopName: '' }
const OUTSIDE = { peer: '192.168.1.20' }
/** Requests that do not count as the server machine's own: from another address, or with a header that names another host or a proxy. */
const LOOKALIKES: readonly RequestOptions[] = [
  OUTSIDE,
  { headers: { host: 'shop.example' } },
  { headers: { 'x-forwarded-for': '127.0.0.1' } },
  { headers: { forwarded: 'for=127.0.0.1' } },
  { headers: { via: '1.1 proxy' } },
]

forEachDatabase('an empty shop', (open) => {
  let shop: TestShop
  let code: string
  const setUp = (given: string | undefined, options: RequestOptions = OUTSIDE) =>
    shop.ask('POST', '/setup', { ...OPENING, ...(given === undefined ? {} : { code: given }) }, options)
  beforeEach(async () => {
    shop = await testShop(await open())
    code = (await shop.server.newSetUpCode()) as string
  })

  it('asks everybody but its own machine for the code', async () => {
    expect((await shop.ask('GET', '/setup')).body).toEqual({ needed: true, needsCode: false })
    for (const options of LOOKALIKES) {
      expect((await shop.ask('GET', '/setup', undefined, options)).body).toEqual({ needed: true, needsCode: true })
      const { status, body } = await setUp(undefined, options)
      expect([options, status, body.code]).toEqual([options, 403, 'SET_UP_CODE_WRONG'])
      expect(body.fields).toEqual({ code: 'Please enter the set-up code. The server prints it when it starts.' })
    }
    expect((await setUp('')).body.fields).toEqual({ code: 'Please enter the set-up code. The server prints it when it starts.' })
    expect((await setUp(undefined, {})).status).toBe(200)
  })

  it('accepts the newest code once, with or without hyphens and in any letter case, and stores no code in plain text', async () => {
    const secrets = await shop.platform.db.selectFrom('server_secrets').selectAll().execute()
    expect(JSON.stringify(secrets)).not.toContain(code)
    const newest = (await shop.server.newSetUpCode()) as string
    const { status, body } = await setUp(code)
    expect([status, body.code, body.fields.code]).toEqual([403, 'SET_UP_CODE_WRONG', body.message])
    expect((await setUp(` ${newest.slice(0, 4)}-${newest.slice(4).toLowerCase()} `)).status).toBe(200)
    expect((await shop.ask('GET', '/setup', undefined, OUTSIDE)).body).toEqual({ needed: false, needsCode: false })
    expect((await setUp(newest)).body.code).toBe('ALREADY_SET_UP')
    expect(await shop.server.newSetUpCode()).toBeUndefined()
    const names = await shop.platform.db.selectFrom('server_secrets').select('name').execute()
    expect(names.map(({ name }) => name)).not.toContain('set-up code')
  })

  it('limits guesses by network, but not the owner on another network', async () => {
    const answers = []
    for (let n = 0; n < 12; n++) answers.push((await setUp('AAAAAAAA')).status)
    expect(answers).toEqual([...Array(10).fill(403), 429, 429])
    expect((await setUp(code)).status).toBe(429)
    expect((await setUp(code, { peer: '10.1.2.3' })).status).toBe(200)
  })

  it('limits guesses from the many networks of one IPv6 site together, but not the owner at another site', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    for (let network = 0; network < 40; network++)
      expect((await setUp('AAAAAAAA', { peer: `2001:db8:1:${network.toString(16)}::1` })).status).toBe(403)
    for (const peer of ['2001:db8:1:ffff::1', '2001:0DB8:0001:abcd::1%eth0'])
      expect([peer, (await setUp(code, { peer })).status]).toEqual([peer, 429])
    expect((await setUp('AAAAAAAA', { peer: '::ffff:192.0.2.7' })).status).toBe(403)
    expect((await setUp(code, { peer: '2001:db8:2:1::1' })).status).toBe(200)
  })
})
