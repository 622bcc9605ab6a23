import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { DiscordServer } from './testing/discord-server.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, testShop } from './testing/shop.ts'

const ANN = 'ann@example.org'
/** Number of wrong passwords for one account from one network before the network has to wait. */
const FREE_GUESSES = 10
/** The address of every connection in these tests. */
const PEER = '127.0.0.1'

/** The headers by which a client or a proxy says who asked, and for which address. */
const forwarded = (address: string) => ({
  'x-forwarded-for': address,
  'x-real-ip': address,
  forwarded: `for=${address};proto=https;host=till.localhost`,
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'till.localhost',
})

forEachDatabase('forwarded headers that reach the built-in server', (open) => {
  let discord: DiscordServer
  beforeEach(async () => {
    discord = await DiscordServer.start()
  })

  /** Starts a server that is asked over real connections, each request with forwarded headers. */
  const listening = async (environment: Record<string, string>) => {
    const shop = await testShop(await open(), { ...OPENED, ...discord.environment, PORT: '0', HOST: PEER, ...environment })
    const url = await shop.server.listen()
    onTestFinished(() => shop.server.close())
    // the clock of the limits stops, so that no wait ends before the test
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { uid } = await shop.signUp(ANN)
    const admin = await shop.signIn(ADMIN_EMAIL)
    const ask = async (address: string, path: string, body?: object) => {
      const sent = body && { method: 'POST', body: JSON.stringify(body) }
      const headers = { 'content-type': 'application/json', ...forwarded(address) }
      const response = await fetch(`${url}/api${path}`, { headers, ...sent })
      return { status: response.status, headers: response.headers, body: (await response.json()) as { url: string } }
    }
    const signIn = async (address: string, password: string) =>
      (await ask(address, '/identity/sign-in/email', { email: ANN, password })).status
    /** The addresses from which Ann's sign-ins with this result came, as an admin reads them. */
    const recorded = async (result: string): Promise<string[]> => {
      const { entries } = (await shop.ask('GET', `/admin/security-record?kind=signIn&uid=${uid}`, undefined, { token: admin })).body
      const addresses = entries.filter((one: { result: string }) => one.result === result).map((one: { address: string }) => one.address)
      return [...new Set<string>(addresses)]
    }
    /** The shop's own address and the cookie with which a sign-in by Discord begins. */
    const begun = async () => {
      const { status, headers, body } = await ask('203.0.113.1', '/auth/discord/state')
      expect({ status, body }).toMatchObject({ status: 200 })
      return {
        origin: new URL(new URL(body.url).searchParams.get('redirect_uri') ?? '').origin,
        isSecure: headers.get('set-cookie')?.startsWith('__Host-'),
      }
    }
    return { url, signIn, recorded, begun }
  }

  it('count for nothing when no proxy is trusted: limits, record and addresses are those of the connection', async () => {
    const { url, signIn, recorded, begun } = await listening({})
    expect(await begun()).toEqual({ origin: url, isSecure: false })
    expect(await signIn('198.51.100.1', PASSWORD)).toBe(200)
    for (let n = 1; n <= FREE_GUESSES; n++) expect([n, await signIn(`203.0.113.${n}`, 'a wrong password')]).toEqual([n, 401])
    expect(await signIn('192.0.2.1', PASSWORD)).toBe(429)
    expect([await recorded('done'), await recorded('refused')]).toEqual([[PEER], [PEER]])
  })

  it('count behind a trusted proxy: limits and record have the address that the proxy saw, and links the address of the shop', async () => {
    const { signIn, recorded, begun } = await listening({ TRUST_PROXY: 'true' })
    expect(await begun()).toEqual({ origin: 'https://till.localhost', isSecure: true })
    // the proxy appends what it saw to what the client claimed
    for (let n = 1; n <= FREE_GUESSES; n++) expect([n, await signIn(`198.51.100.${n}, 203.0.113.1`, 'a wrong password')]).toEqual([n, 401])
    expect(await signIn('198.51.100.99, 203.0.113.1', PASSWORD)).toBe(429)
    expect(await signIn('203.0.113.1, 203.0.113.2', PASSWORD)).toBe(200)
    expect([await recorded('done'), await recorded('refused')]).toEqual([['203.0.113.2'], ['203.0.113.1']])
  })
  it('count only from a proxy in a private network or in the list, so that nobody who reaches the server past it can pretend', async () => {
    const platform = await open()
    const begun = async (trusted: string, peer: string) => {
      const shop = await testShop(platform, { ...OPENED, ...discord.environment, TRUST_PROXY: trusted })
      const headers = { host: 'localhost:8787', ...forwarded('198.51.100.1') }
      const response = await shop.server.fetch(new Request('http://localhost:8787/api/auth/discord/state', { headers }), peer)
      const { url } = (await response.json()) as { url: string }
      return new URL(new URL(url).searchParams.get('redirect_uri') ?? '').origin
    }
    const [believed, own] = ['https://till.localhost', 'http://localhost:8787']
    expect(await begun('true', '10.0.0.2')).toBe(believed)
    expect(await begun('true', '203.0.113.9')).toBe(own)
    expect(await begun('203.0.113.0/24', '203.0.113.9')).toBe(believed)
    expect(await begun('203.0.113.0/24', '10.0.0.2')).toBe(own)
  })
})
