import { beforeEach, expect, it } from 'vitest'
import { Browser } from '../../app/testing/browser.ts'
import { DiscordServer } from '../../app/testing/discord-server.ts'
import { comes, consent, startGoogle } from '../../app/testing/google-server.ts'
import { signUpProved } from '../../app/testing/proved.ts'
import { OPENED, type TestShop, testShop } from '../../app/testing/shop.ts'
import { sql } from '../../platform/database/sql.ts'
import { forEachDatabase } from '../../platform/testing/databases.ts'
import { codeOf, setUpCodes } from '../testing/authenticator.ts'

const ANN = { sub: 'google-ann', email: 'ann@example.org', email_verified: true, name: 'Ann' }

forEachDatabase('a proof at a provider', (open) => {
  let shop: TestShop
  let google: Awaited<ReturnType<typeof startGoogle>>
  let discord: DiscordServer
  beforeEach(async () => {
    google = await startGoogle()
    discord = await DiscordServer.start()
    shop = await testShop(await open(), { ...OPENED, ...google.environment, ...discord.environment })
  })

  const age = () =>
    sql`update identity_sessions set "createdAt" = "createdAt" - interval '16 minutes', proved_at = proved_at - interval '16 minutes',
      second_at = second_at - interval '16 minutes'`.execute(shop.platform.db)
  const ways = async (token: string) => (await shop.ask('GET', '/identity/proof', undefined, { token })).body
  const addPassword = (token: string) => shop.ask('POST', '/identity/link-password', { password: 'another long password' }, { token })

  /** Ann at Google's page. Google says that she signed in there `minutesAgo`, or says no time. */
  const annComes = (minutesAgo?: number) => {
    comes(google.server, ANN)
    google.server.service.on('beforeTokenSigning', ({ payload }) => {
      if (minutesAgo === undefined) delete payload.auth_time
      else payload.auth_time = Math.floor(Date.now() / 1_000) - minutesAgo * 60
    })
  }
  const byGoogle = async (): Promise<string> => {
    annComes()
    const browser = new Browser(shop)
    const { body } = await browser.start('/auth/google/state')
    const { query } = await browser.open(await consent(body.url))
    return (await browser.exchange(query.token as string)).body.token
  }
  const byDiscord = async (): Promise<string> => {
    discord.person = discord.account('bob@example.org')
    const browser = new Browser(shop)
    const { body } = await browser.start('/auth/discord/state?pkce=true')
    const { query } = await browser.open(await discord.consent(body.url))
    return (await browser.exchange(query.token as string)).body.token
  }
  const startProof = async (provider: string, token: string) => {
    const browser = new Browser(shop)
    const started = await browser.start(`/auth/${provider}/proof`, { method: 'POST', token })
    return { browser, ...started }
  }
  const proveAtGoogle = async (token: string) => {
    const { browser, body } = await startProof('google', token)
    return (await browser.open(await consent(body.url))).query
  }

  it('counts for somebody who has neither a password nor a second step, and so does a sign-in by the provider', async () => {
    const ann = await byGoogle()
    expect(await ways(ann)).toMatchObject({ isRecent: true, password: false, google: true })
    await age()
    expect(await ways(ann)).toMatchObject({ isRecent: false })
    expect(await proveAtGoogle(ann)).toEqual({ intent: 'proof' })
    expect(await ways(ann)).toMatchObject({ isRecent: true })

    const bob = await byDiscord()
    await age()
    const { browser, body } = await startProof('discord', bob)
    expect((await browser.open(await discord.consent(body.url))).query).toEqual({ intent: 'proof' })
    expect(await ways(bob)).toMatchObject({ isRecent: true })
  })

  it('tells the provider to ask the person', async () => {
    const ann = await startProof('google', await byGoogle())
    const atGoogle = new URL(ann.body.url).searchParams
    expect(Object.fromEntries(atGoogle)).toMatchObject({ prompt: 'select_account', max_age: '0' })
    expect(JSON.parse(atGoogle.get('claims') ?? '')).toEqual({ id_token: { auth_time: { essential: true } } })
    const bob = await startProof('discord', await byDiscord())
    expect(new URL(bob.body.url).searchParams.get('prompt')).toBe('consent')
  })

  it('fails when the provider says that the person signed in there long ago', async () => {
    const ann = await byGoogle()
    await age()
    annComes(30 * 24 * 60)
    expect(await proveAtGoogle(ann)).toEqual({ intent: 'proof', error: 'stale' })
    expect(await ways(ann)).toMatchObject({ isRecent: false })
    annComes(1)
    expect(await proveAtGoogle(ann)).toEqual({ intent: 'proof' })
    expect(await ways(ann)).toMatchObject({ isRecent: true })
  })

  it('does not count for somebody with a password, and neither does a sign-in by the provider', async () => {
    const first = await byGoogle()
    expect((await addPassword(first)).status).toBe(200)
    const ann = await byGoogle()
    expect(await ways(ann)).toMatchObject({ isRecent: false, password: true, google: false })
    expect(await startProof('google', ann)).toMatchObject({ status: 409, body: { code: 'PROVIDER_PROVES_NOTHING' } })
    await shop.ask('POST', '/identity/proof', { password: 'another long password' }, { token: ann })
    expect(await ways(ann)).toMatchObject({ isRecent: true })
  })

  it('does not count for somebody who set a password in the meantime', async () => {
    const ann = await byGoogle()
    const { browser, body } = await startProof('google', ann)
    expect((await addPassword(ann)).status).toBe(200)
    await age()
    expect((await browser.open(await consent(body.url))).query).toEqual({ intent: 'proof', error: 'failed' })
    expect(await ways(ann)).toMatchObject({ isRecent: false })
  })

  it('does not count for somebody with a second step', async () => {
    const { token } = await signUpProved(shop, ANN.email)
    await byGoogle()
    const { secret } = await setUpCodes(shop, token)
    await age()
    expect(await ways(token)).toMatchObject({ isRecent: false, hasSecond: true, google: false })
    expect((await startProof('google', token)).body.code).toBe('PROVIDER_PROVES_NOTHING')
    expect((await shop.ask('POST', '/identity/proof', { code: codeOf(secret) }, { token })).status).toBe(200)
    expect(await ways(token)).toMatchObject({ isRecent: true, isSecond: true })
  })
})
