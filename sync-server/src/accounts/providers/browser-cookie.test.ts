import { expect, it } from 'vitest'
import { DiscordServer } from '../../app/testing/discord-server.ts'
import { OPENED, testShop } from '../../app/testing/shop.ts'
import { forEachDatabase } from '../../platform/testing/databases.ts'

forEachDatabase('the cookie of a sign-in by a provider', (open) => {
  it('has over HTTPS a prefix that keeps other sites from setting it, and ends after the sign-in', async () => {
    const discord = await DiscordServer.start()
    const environment = { ...OPENED, ...discord.environment, PUBLIC_URL: 'https://till.example' }
    const secure = await testShop(await open(), environment, { providerTimeoutMs: 3_000 })
    discord.person = { id: '900', username: 'https', global_name: null, email: 'https@example.org', verified: true }
    /** Starts a sign-in at the shop. Answers the cookie that the shop set, its secret, and the address to which Discord returns the browser. */
    const start = async (cookie = '') => {
      const started = await secure.ask('GET', '/auth/discord/state?pkce=true', undefined, { headers: { cookie } })
      const set = started.headers.get('set-cookie') ?? ''
      const back = new URL(await discord.consent(started.body.url))
      return { set, secret: /=([\w-]{43});/.exec(set)?.[1] ?? '', back: `${back.pathname}${back.search}` }
    }
    const finish = async (back: string, cookie: string) => {
      const { headers } = await secure.ask('GET', back, undefined, { headers: { cookie } })
      return Object.fromEntries(new URL(headers.get('location') ?? '', 'https://till.example').searchParams)
    }
    const { set, secret, back } = await start()
    expect(set).toBe(`__Host-shop-browser=${secret}; Path=/; Max-Age=900; HttpOnly; SameSite=Lax; Secure`)
    const cookie = `shop-browser=${'x'.repeat(43)}; __Host-shop-browser=${secret}`
    const { token } = await finish(back, cookie)
    const exchange = (sent: string) =>
      secure.ask('POST', '/auth/sign-in-token', { token }, { headers: { cookie: sent, origin: 'https://till.example' } })
    const signedIn = await exchange(cookie)
    expect([signedIn.status, signedIn.headers.get('set-cookie')]).toEqual([
      200,
      '__Host-shop-browser=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    ])
    // A name without the prefix is not accepted, because other hosts of the domain can set it. An earlier release used that name over HTTPS, too. A
    // sign-in that began with that release fails and has to begin again.
    const planted = await start(`shop-browser=${secret}`)
    expect(planted.secret).not.toBe(secret)
    expect(await finish(planted.back, `shop-browser=${planted.secret}`)).toEqual({ error: 'state' })
    // without HTTPS browsers refuse the prefix
    const shop = await testShop(await open(), { ...OPENED, ...discord.environment })
    const plain = (await shop.ask('GET', '/auth/discord/state')).headers.get('set-cookie')
    expect(plain).toMatch(/^shop-browser=[\w-]{43}; Path=\/api\/auth; Max-Age=900; HttpOnly; SameSite=Lax$/)
  })
})
