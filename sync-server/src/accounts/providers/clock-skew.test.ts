import { expect, it } from 'vitest'
import { Browser } from '../../app/testing/browser.ts'
import { comes, consent, startGoogle } from '../../app/testing/google-server.ts'
import { OPENED, testShop } from '../../app/testing/shop.ts'
import { sql } from '../../platform/database/sql.ts'
import { forEachDatabase } from '../../platform/testing/databases.ts'

/** Claims of an ID token that name a moment, as minutes from now. A real token expires an hour after it was issued. */
type Minutes = Partial<Record<'iat' | 'nbf' | 'exp' | 'auth_time', number>>

/** A token of a provider whose clock is ahead of this server's. */
const ahead = (minutes: number): Minutes => ({ iat: minutes, nbf: minutes, exp: minutes + 60, auth_time: minutes })
/** A token that is valid for a moment only, at a provider whose clock is ahead. */
const brief = (minutes: number): Minutes => ({ ...ahead(minutes), exp: minutes })

forEachDatabase('a sign-in by Google whose clock is not this server’s', (open) => {
  it('is accepted up to five minutes of difference in each direction, and beyond the reason is the clock', async () => {
    const google = await startGoogle()
    const shop = await testShop(await open(), { ...OPENED, ...google.environment })
    comes(google.server, { sub: 'g-1', email: 'gina@gmail.example', email_verified: true, name: 'Gina' })
    let minutes: Minutes = {}
    google.server.service.on('beforeTokenSigning', ({ payload }) => {
      for (const [claim, from] of Object.entries(minutes)) payload[claim] = Math.floor(Date.now() / 1_000) + from * 60
    })
    const browser = new Browser(shop)
    const comeBack = async (url: string) => (await browser.open(await consent(url))).query
    const signIn = async (given: Minutes) => {
      minutes = given
      return comeBack((await browser.start('/auth/google/state')).body.url)
    }
    for (const given of [ahead(-4), ahead(4), brief(-4), { ...ahead(0), nbf: 4 }])
      expect([given, await signIn(given)]).toEqual([given, { token: expect.any(String), isNew: expect.any(String) }])
    const { body } = await browser.exchange((await signIn(ahead(-4))).token as string)
    const stored = () => sql`select id from identity_sessions union all select hash from tickets where kind = 'signIn'`
    const before = (await stored().execute(shop.platform.db)).rows.length
    for (const given of [ahead(-6), ahead(6), brief(-6), { ...ahead(0), nbf: 6 }, { ...ahead(0), exp: -6 }, { ...ahead(0), iat: 6 }])
      expect([given, await signIn(given)]).toEqual([given, { error: 'clock' }])
    expect((await stored().execute(shop.platform.db)).rows.length).toBe(before)

    // a proof counts from when the person signed in at Google, by Google's clock
    const prove = async (given: Minutes) => {
      minutes = given
      return comeBack((await browser.start('/auth/google/proof', { method: 'POST', token: body.token })).body.url)
    }
    for (const given of [ahead(-4), ahead(4)]) expect([given, await prove(given)]).toEqual([given, { intent: 'proof' }])
    for (const given of [ahead(-6), ahead(6)]) expect([given, await prove(given)]).toEqual([given, { intent: 'proof', error: 'clock' }])
  })
})
