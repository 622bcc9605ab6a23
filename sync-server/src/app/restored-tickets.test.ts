import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codeOf, forgetSteps, setUpCodes } from '../accounts/testing/authenticator.ts'
import { PasskeyDevice } from '../accounts/testing/passkey-device.ts'
import { runBackup, runRestore } from './cli/backup-commands.ts'
import { Browser } from './testing/browser.ts'
import { DiscordServer } from './testing/discord-server.ts'
import { signUpProved } from './testing/proved.ts'
import { openShop, say, shopEnvironment } from './testing/restorable-shop.ts'
import { ADMIN_EMAIL, PASSWORD, type TestShop } from './testing/shop.ts'

const post = ({ ask }: TestShop, path: string, body?: unknown, token?: string) => ask('POST', `/identity/${path}`, body, { token })
const ticketKinds = async ({ platform }: TestShop) =>
  (await platform.db.selectFrom('tickets').select('kind').orderBy('kind').execute()).map(({ kind }) => kind)

/** Signs in with the password, up to the second step. Answers the ticket for it. */
async function firstStep(shop: TestShop, email: string): Promise<string> {
  const { body } = await post(shop, 'sign-in/email', { email, password: PASSWORD })
  expect(body.code).toBe('SECOND_STEP_NEEDED')
  return body.details.ticket
}

/** Goes to Discord, and consents there. Answers the address of the shop to which Discord leads back. */
async function consented(discord: DiscordServer, browser: Browser): Promise<string> {
  return discord.consent((await browser.start('/auth/discord/state?pkce=true')).body.url)
}

/** Adds a passkey that was started before. */
const addPasskey = (shop: TestShop, device: PasskeyDevice, { ticket, options }: Started, token: string) =>
  post(shop, 'passkeys', { ticket, name: 'Phone', response: device.make(options) }, token)
type Started = { readonly ticket: string; readonly options: { readonly challenge: string } }

describe.each(['pglite', 'postgres'] as const)('a shop on %s that is restored from a backup with open sign-ins', (kind) => {
  it('opens to no second step, consent, one-time token, set-up of codes or passkey that began before; each works when begun anew', {
    timeout: 300_000,
  }, async () => {
    const discord = await DiscordServer.start()
    const place = await shopEnvironment(kind)
    const [env, file] = [{ ...place.env, ...discord.environment }, join(place.dir, 'shop.backup')]
    let shop = await openShop(env)
    discord.person = discord.account('dora@example.org')
    const [ann, bob] = [await signUpProved(shop, 'ann@example.org'), await signUpProved(shop, 'bob@example.org')]
    const { secret } = await setUpCodes(shop, ann.token)
    const bobsPhone = new PasskeyDevice()
    expect((await addPasskey(shop, bobsPhone, (await post(shop, 'passkeys/start', undefined, bob.token)).body, bob.token)).status).toBe(200)

    const secondStep = await firstStep(shop, 'ann@example.org')
    const [atDiscord, atCallback] = [new Browser(shop), new Browser(shop)]
    const back = await consented(discord, atDiscord)
    const { token: oneTime } = (await atCallback.open(await consented(discord, atCallback))).query
    const admin = await shop.signIn(ADMIN_EMAIL)
    const codes = (await post(shop, 'second-factor/codes/start', undefined, admin)).body
    const newPasskey: Started = (await post(shop, 'passkeys/start', undefined, admin)).body
    const useOf = async () => {
      const { ticket, options } = (await post(shop, 'passkeys/use')).body
      return { ticket, response: bobsPhone.use(options) }
    }
    const unanswered = await useOf()
    expect(await ticketKinds(shop)).toEqual(['codes', 'newPasskey', 'provider', 'secondStep', 'signIn'])
    await say(runBackup, [file], env)
    // the backup does not know that this challenge was answered
    const used = await useOf()
    expect((await post(shop, 'sign-in/passkey', used)).status).toBe(200)
    await shop.server.close()
    await say(runRestore, [file, '--replace'], env)

    shop = await openShop(env)
    expect(await ticketKinds(shop)).toEqual([])
    const finish = (ticket: string) => post(shop, 'sign-in/second-step', { ticket, code: codeOf(secret) })
    expect(await finish(secondStep)).toMatchObject({ status: 409, body: { code: 'SIGN_IN_TOKEN_INVALID' } })
    const inShop = (browser: Browser) => Object.assign(new Browser(shop), { cookie: browser.cookie })
    expect(await inShop(atDiscord).open(back)).toEqual({ path: '/discord-callback', query: { error: 'state' } })
    const exchanged = await inShop(atCallback).exchange(oneTime as string)
    expect(exchanged).toMatchObject({ status: 409, body: { code: 'SIGN_IN_TOKEN_INVALID' } })
    for (const answer of [unanswered, used])
      expect(await post(shop, 'sign-in/passkey', answer)).toMatchObject({ status: 400, body: { code: 'PASSKEY_WRONG' } })
    // the same admin, signed in anew
    const again = await shop.signIn(ADMIN_EMAIL)
    const confirm = ({ ticket, secret }: typeof codes) => post(shop, 'second-factor/codes/confirm', { ticket, code: codeOf(secret) }, again)
    expect(await confirm(codes)).toMatchObject({ status: 409, body: { code: 'CODES_NOT_STARTED' } })
    const device = new PasskeyDevice()
    expect(await addPasskey(shop, device, newPasskey, again)).toMatchObject({ status: 400, body: { code: 'PASSKEY_WRONG' } })

    await forgetSteps(shop)
    expect((await finish(await firstStep(shop, 'ann@example.org'))).status).toBe(200)
    const anew = inShop(atDiscord)
    const { token = '' } = (await anew.open(await consented(discord, anew))).query
    expect((await anew.exchange(token)).status).toBe(200)
    expect((await post(shop, 'sign-in/passkey', await useOf())).status).toBe(200)
    expect((await addPasskey(shop, device, (await post(shop, 'passkeys/start', undefined, again)).body, again)).status).toBe(200)
    expect((await confirm((await post(shop, 'second-factor/codes/start', undefined, again)).body)).status).toBe(200)
  })
})
