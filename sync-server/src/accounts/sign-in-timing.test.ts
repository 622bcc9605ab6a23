import { expect, it } from 'vitest'
import { Browser } from '../app/testing/browser.ts'
import { DiscordServer } from '../app/testing/discord-server.ts'
import { signUpProved } from '../app/testing/proved.ts'
import { OPENED, testShop } from '../app/testing/shop.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { setUpCodes } from './testing/authenticator.ts'
import { hashedOnce } from './testing/hashed-once.ts'

forEachDatabase('a sign-in with a wrong password', (open) => {
  it('costs one hash for every e-mail, so that its time does not tell who has an account, a password or a second factor', async () => {
    let hashes = 0
    const counted = {
      hash: (password: string) => {
        hashes += 1
        return hashedOnce.hash(password)
      },
      verify: (asked: { hash: string; password: string }) => {
        hashes += 1
        return hashedOnce.verify(asked)
      },
    }
    const discord = await DiscordServer.start()
    const shop = await testShop(await open(), { ...OPENED, ...discord.environment }, { passwords: counted })
    await shop.signUp('password@example.org')
    const { token } = await signUpProved(shop, 'two.steps@example.org')
    await setUpCodes(shop, token)
    const signUpByDiscord = async (email: string) => {
      discord.person = discord.account(email)
      const browser = new Browser(shop)
      const { query } = await browser.open(await discord.consent((await browser.start('/auth/discord/state?pkce=true')).body.url))
      return (await browser.exchange(query.token as string)).body.token as string
    }
    await signUpByDiscord('provider@example.org')
    await setUpCodes(shop, await signUpByDiscord('provider.two.steps@example.org'))

    const people = ['nobody', 'password', 'two.steps', 'provider', 'provider.two.steps']
    const counts: Record<string, number> = {}
    for (const person of people) {
      hashes = 0
      const asked = { email: `${person}@example.org`, password: 'not the password' }
      expect((await shop.ask('POST', '/identity/sign-in/email', asked)).status).toBe(401)
      counts[person] = hashes
    }
    expect(counts).toEqual(Object.fromEntries(people.map((person) => [person, 1])))
  })
})
