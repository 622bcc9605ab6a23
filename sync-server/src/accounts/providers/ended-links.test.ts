import { beforeAll, expect, it } from 'vitest'
import { Browser } from '../../app/testing/browser.ts'
import { type DiscordAccount, DiscordServer } from '../../app/testing/discord-server.ts'
import { signUpProved } from '../../app/testing/proved.ts'
import { OPENED, type TestShop, testShop } from '../../app/testing/shop.ts'
import { sql } from '../../platform/database/sql.ts'
import { forEachDatabase } from '../../platform/testing/databases.ts'

const NEW = 'an entirely new password'

type Caller = { readonly uid: string; readonly token: string }

forEachDatabase('a linked account', (open) => {
  let shop: TestShop
  let discord: DiscordServer
  beforeAll(async () => {
    discord = await DiscordServer.open()
    shop = await testShop(await open(), { ...OPENED, ...discord.environment, GOOGLE_CLIENT_ID: 'shop', GOOGLE_CLIENT_SECRET: 'x' })
    return () => discord.close()
  })

  const signIn = async (account: DiscordAccount): Promise<Caller> => {
    discord.person = account
    const browser = new Browser(shop)
    const { body } = await browser.start('/auth/discord/state?pkce=true')
    const { query } = await browser.open(await discord.consent(body.url))
    const { token, user } = (await browser.exchange(query.token as string)).body
    return { token, uid: user.id }
  }
  const link = async ({ token }: Caller, account: DiscordAccount) => {
    discord.person = account
    const browser = new Browser(shop)
    const begun = await browser.start('/auth/discord/link', { method: 'POST', token })
    expect((await browser.open(await discord.consent(begun.body.url))).path).toBe('/discord-success')
  }
  const linkGoogle = async ({ uid }: Caller) => {
    await sql`insert into identity_accounts (id, "accountId", "providerId", "userId", "updatedAt")
      values (${`google of ${uid}`}, ${`g-${uid}`}, 'google', ${uid}, now())`.execute(shop.platform.db)
  }
  const unlink = ({ token }: Caller, provider: string) => shop.ask('DELETE', `/auth/providers/${provider}`, undefined, { token })
  const waysOf = async ({ token }: Caller) => {
    const { hasPassword, providers } = (await shop.ask('GET', '/identity/sessions', undefined, { token })).body
    return [...(hasPassword ? ['password'] : []), ...providers]
  }
  const chatOf = async ({ token }: Caller) => (await shop.ask('GET', '/auth/me', undefined, { token })).body.discord
  const toldTo = async (email: string) => {
    await shop.platform.jobs.drain()
    const written = shop.platform.db.selectFrom('mails').select('text').where('kind', '=', 'accounts.providerChanged')
    const texts = (await written.where('to_address', '=', email).execute()).map(({ text }) => text)
    return texts.map((text) => / were changed: (.*)\.$/m.exec(text)?.[1]).filter((what) => what?.endsWith('unlinked'))
  }
  const unlinkedOf = async (uid: string) => {
    const { rows } = await sql<{ provider: string }>`select detail->>'provider' as provider from security_events
      where uid = ${uid} and kind = 'providerUnlinked' and result = 'done' order by detail->>'provider'`.execute(shop.platform.db)
    return rows.map(({ provider }) => provider)
  }
  const reset = async (email: string): Promise<Caller> => {
    await shop.ask('POST', '/identity/request-password-reset', { email })
    const mail = shop.platform.db.selectFrom('mails').select('text').where('kind', '=', 'accounts.passwordReset')
    const { text } = await mail.where('to_address', '=', email).executeTakeFirstOrThrow()
    const token = /token=([\w-]+)/.exec(text)?.[1]
    expect((await shop.ask('POST', '/identity/reset-password', { token, newPassword: NEW })).status).toBe(200)
    const signedIn = (await shop.ask('POST', '/identity/sign-in/email', { email, password: NEW })).body
    return { token: signedIn.token, uid: signedIn.user.id }
  }

  it.each(['proved', 'unproved'])('of a thief signs in no more after the owner of a %s e-mail has reset the password', async (kind) => {
    const email = `${kind}@example.org`
    const stolen = await (kind === 'proved' ? signUpProved(shop, email) : shop.signUp(email))
    const thief = discord.account(`thief-of-${email}`)
    await link(stolen, thief)
    await linkGoogle(stolen)
    expect((await signIn(thief)).uid).toBe(stolen.uid)

    const owner = await reset(email)
    expect(await waysOf(owner)).toEqual(['password'])
    expect(await chatOf(owner)).toBeNull()
    expect((await signIn(thief)).uid).not.toBe(owner.uid)
    expect(await unlinkedOf(owner.uid)).toEqual(['discord', 'google'])
    expect((await toldTo(email)).sort()).toEqual(['an account at Discord was unlinked', 'an account at Google was unlinked'])
  })

  it('of the owner comes back by the e-mail after a reset, and a typed chat id stays', async () => {
    const ann = await signUpProved(shop, 'ann@example.org')
    const own = discord.account('ann@example.org')
    await link(ann, own)
    const typed = { discord_id: '80351110224678912', discord_username: '', discord_linked_at_ms: null }
    await shop.platform.db.updateTable('users').set(typed).where('id', '=', ann.uid).execute()
    const owner = await reset('ann@example.org')
    expect((await chatOf(owner)).id).toBe('80351110224678912')
    expect((await signIn(own)).uid).toBe(ann.uid)
    expect(await waysOf(owner)).toEqual(['password', 'discord'])
  })

  it('is removed by its owner, from the profile too, and nobody else’s is', async () => {
    const [bea, cleo] = [await signUpProved(shop, 'bea@example.org'), await signUpProved(shop, 'cleo@example.org')]
    const [ofBea, ofCleo] = [discord.account('bea.elsewhere@example.org'), discord.account('cleo.elsewhere@example.org')]
    await link(bea, ofBea)
    await linkGoogle(bea)
    await link(cleo, ofCleo)
    expect(await waysOf(bea)).toEqual(['password', 'google', 'discord'])
    expect((await unlink(bea, 'discord')).status).toBe(200)
    expect([await waysOf(bea), await chatOf(bea)]).toEqual([['password', 'google'], null])
    expect([await waysOf(cleo), (await chatOf(cleo)).id]).toEqual([['password', 'discord'], ofCleo.id])
    expect((await signIn(ofBea)).uid).not.toBe(bea.uid)
    expect((await signIn(ofCleo)).uid).toBe(cleo.uid)
    expect((await unlink(bea, 'google')).status).toBe(200)
    expect(await unlinkedOf(bea.uid)).toEqual(['discord', 'google'])
    expect(await toldTo('bea@example.org')).toHaveLength(2)
    expect([await unlinkedOf(cleo.uid), await toldTo('cleo@example.org')]).toEqual([[], []])
    const again = await unlink(bea, 'google')
    expect([again.status, again.body.code]).toEqual([404, 'LINK_NOT_FOUND'])
    expect((await unlink(bea, 'credential')).status).toBe(400)
  })

  it('is not removed without a proof', async () => {
    const dan = await signUpProved(shop, 'dan@example.org')
    await link(dan, discord.account('dan.elsewhere@example.org'))
    await sql`update identity_sessions set "createdAt" = now() - interval '16 minutes' where "userId" = ${dan.uid}`.execute(
      shop.platform.db,
    )
    const { status, body } = await unlink(dan, 'discord')
    expect([status, body.code, await waysOf(dan)]).toEqual([403, 'PROOF_NEEDED', ['password', 'discord']])
  })

  it('is not removed as the last way in, even by two removals at the same moment', async () => {
    const own = discord.account('eve@example.org')
    const eve = await signIn(own)
    const last = await unlink(eve, 'discord')
    expect([last.status, last.body.code]).toEqual([409, 'LAST_WAY_IN'])
    expect([await waysOf(eve), (await chatOf(eve)).id, await unlinkedOf(eve.uid)]).toEqual([['discord'], own.id, []])
    await linkGoogle(eve)
    const answers = await Promise.all([unlink(eve, 'discord'), unlink(eve, 'google')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await waysOf(eve)).toHaveLength(1)
  })
})
