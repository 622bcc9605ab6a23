import { expect, it } from 'vitest'
import { setUpCodes } from '../../accounts/testing/authenticator.ts'
import { forEachDatabase } from '../../platform/testing/databases.ts'
import { openShop, say, shopEnvironment } from '../testing/restorable-shop.ts'
import { PASSWORD } from '../testing/shop.ts'
import { runAdmin } from './admin-commands.ts'

const OWNER = { email: 'owner@example.org', password: PASSWORD, displayName: 'Owner', timeZone: 'UTC', shopName: '' }
const NEW = 'an entirely new password'

forEachDatabase('the only admin, who lost password, phone and recovery codes,', (_open, kind) => {
  it('gets back by the command line and without a mail server, up to acts of power in a shop that demands a second step', async () => {
    const { ADMIN_EMAIL: _email, ADMIN_PASSWORD: _password, ...env } = (await shopEnvironment(kind)).env
    let shop = await openShop(env)
    const post = (path: string, body: object, token?: string) => shop.ask('POST', path, body, { token })
    const { token: lost } = (await post('/setup', OWNER)).body
    await setUpCodes(shop, lost)
    expect((await shop.ask('PUT', '/admin/second-factor-demand', { isDemanded: true }, { token: lost })).status).toBe(200)
    const { uid: consignor } = await shop.signUp('ann@example.org')
    const correct = (token: string) => shop.ask('PUT', `/sales/balance/${consignor}`, { balance: 5 }, { token })
    const enter = async () => (await post('/identity/sign-in/email', { email: OWNER.email, password: NEW })).body
    // on PostgreSQL the commands run beside the open shop
    const onTheMachine = async (...args: string[]) => {
      if (kind === 'pglite') await shop.server.close()
      const said = await say(runAdmin, args, env)
      if (kind === 'pglite') shop = await openShop(env)
      return said
    }

    const printed = await onTheMachine('reset-password', OWNER.email)
    const link = new URL(/https?:\S+\/reset-password\?token=\S+/.exec(printed)?.[0] ?? '')
    const renewed = { token: link.searchParams.get('token'), newPassword: NEW }
    expect((await post('/identity/reset-password', renewed)).body).toMatchObject({ success: true })
    expect((await correct(lost)).status).toBe(401)
    expect((await enter()).code).toBe('SECOND_STEP_NEEDED')
    await onTheMachine('reset-second-factor', OWNER.email)

    const { token } = await enter()
    expect((await correct(token)).body.code).toBe('SECOND_FACTOR_DEMANDED')
    await setUpCodes(shop, token)
    expect((await correct(token)).body).toMatchObject({ balance: 5 })
  })
})
