import { calls } from '@shop/shared/calls.ts'
import type { AnyCall } from '@shop/shared/kernel/define-call.ts'
import { beforeEach, expect, it } from 'vitest'
import { resetSecondFactorByEmail, setRoleByEmail } from '../app/cli/admin-commands.ts'
import { signUpProved } from '../app/testing/proved.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { PasskeyDevice } from './testing/passkey-device.ts'

const NOTHING = '0190a0b0-0000-7000-8000-00000000ffff'

forEachDatabase('the requirement of a second factor for admins', (open) => {
  let shop: TestShop
  let ada: string
  let bob: { uid: string; token: string }

  beforeEach(async () => {
    shop = await testShop(await open(), OPENED)
    ada = await shop.signIn(ADMIN_EMAIL)
    bob = await shop.signUp('bob@example.org')
    await setRoleByEmail(shop.platform, 'bob@example.org', 'admin', { vouches: true })
  })

  const demand = (isDemanded: boolean, token = ada) => shop.ask('PUT', '/admin/second-factor-demand', { isDemanded }, { token })
  const state = async (token = ada) => (await shop.ask('GET', '/admin/second-factor-demand', undefined, { token })).body
  const correct = (token: string) => shop.ask('PUT', `/sales/balance/${bob.uid}`, { balance: 5 }, { token })
  async function addPasskey(token: string): Promise<string> {
    const { body } = await shop.ask('POST', '/identity/passkeys/start', undefined, { token })
    const response = new PasskeyDevice().make(body.options)
    return (await shop.ask('POST', '/identity/passkeys', { ticket: body.ticket, name: 'Phone', response }, { token })).body.passkey.id
  }
  const audited = async () =>
    (
      await sql<{ action: string }>`select action from audit_entries where action like 'accounts.%Factor%' order by at_ms, id`.execute(
        shop.platform.db,
      )
    ).rows

  it('is switched on only by an admin who has recovery codes, and each change is audited', async () => {
    expect(await demand(true)).toMatchObject({ status: 409, body: { code: 'RECOVERY_CODES_MISSING' } })
    expect(await state()).toEqual({ isDemanded: false, adminsWithout: 2, hasRecoveryCodes: false })
    await addPasskey(ada)
    expect(await demand(true)).toMatchObject({ status: 200, body: { isDemanded: true } })
    expect((await demand(true)).status).toBe(200)
    expect(await state()).toEqual({ isDemanded: true, adminsWithout: 1, hasRecoveryCodes: true })
    expect(await demand(false)).toMatchObject({ status: 200, body: { isDemanded: false } })
    expect((await audited()).map(({ action }) => action)).toEqual(['accounts.setFactorDemand', 'accounts.setFactorDemand'])
  })

  it('refuses calls that need a proof until the admin sets up a second factor, and still lets every admin sign in', async () => {
    await addPasskey(ada)
    await demand(true)
    const bobs = await shop.signIn('bob@example.org')
    expect(await correct(bobs)).toMatchObject({
      status: 403,
      body: { code: 'SECOND_FACTOR_DEMANDED', message: expect.stringContaining('Profile') },
    })
    expect((await demand(false, bobs)).body.code).toBe('SECOND_FACTOR_DEMANDED')
    // everyday work and commands from devices still pass
    expect((await shop.ask('GET', '/admin/users', undefined, { token: bobs })).status).toBe(200)
    const clientId = '0190a0b0-0000-7000-8000-00000000c001'
    const edit = { name: 'accounts.editProfile', version: 1, at: Date.now(), args: { uid: bob.uid, changes: { displayName: 'Bob' } } }
    const commands = [{ id: '0190a0b0-0000-7000-8000-000000000001', ...edit }]
    const pushed = await shop.ask('POST', '/sync/push', { protocol: 2, clientId, commands }, { token: bobs })
    expect(pushed).toMatchObject({ status: 200, body: { results: [{ status: 'done' }] } })
    expect((await shop.ask('GET', '/identity/second-factor', undefined, { token: bobs })).body).toMatchObject({
      isDemanded: true,
      hasSecond: false,
    })
    await addPasskey(bobs)
    expect((await correct(bobs)).status).toBe(200)
  })

  it('applies to an admin’s calls about other people, and not to calls about the admin’s own account', async () => {
    await addPasskey(ada)
    await demand(true)
    const bobs = await shop.signIn('bob@example.org')
    const { uid: ann } = await shop.signUp('ann@example.org')
    /** True when a call about this person is refused for want of a second factor. The body is never valid, so nothing happens. */
    const isRefused = async ({ method, path }: AnyCall, owner: string, uid: string) => {
      const about = path.replace(/\{(\w+)\}/g, (_, name: string) => (name === owner ? uid : NOTHING))
      const { body } = await shop.ask(method, about, method === 'GET' ? undefined : { confirm: 0 }, { token: bobs })
      return body.code === 'SECOND_FACTOR_DEMANDED'
    }
    const ofOwners = calls.flatMap((call) => (typeof call.access === 'object' ? [{ call, owner: call.access.ownerParam }] : []))
    const refused: string[] = []
    for (const { call, owner } of ofOwners) {
      if (await isRefused(call, owner, ann)) refused.push(call.name)
      expect({ call: call.name, isRefused: await isRefused(call, owner, bob.uid) }).toEqual({ call: call.name, isRefused: false })
    }
    expect(refused).toEqual(ofOwners.flatMap(({ call }) => (call.assurance ? [call.name] : [])))
    expect(refused).toEqual(expect.arrayContaining(['accounts.exportPerson', 'accounts.eraseUser']))
  })

  it('keeps the last factor of an admin, and does not apply to other people', async () => {
    const passkey = await addPasskey(ada)
    await demand(true)
    const remove = (id: string) => shop.ask('DELETE', `/identity/passkeys/${id}`, undefined, { token: ada })
    expect(await remove(passkey)).toMatchObject({ status: 409, body: { code: 'SECOND_FACTOR_KEPT' } })
    expect((await shop.ask('GET', '/identity/second-factor', undefined, { token: ada })).body).toMatchObject({
      hasSecond: true,
      recoveryCodesLeft: 10,
    })
    const second = await addPasskey(ada)
    expect((await remove(second)).status).toBe(200)
    const ann = await signUpProved(shop, 'ann@example.org')
    expect((await shop.ask('GET', '/identity/second-factor', undefined, ann)).body.isDemanded).toBe(false)
    expect((await shop.ask('POST', '/identity/passkeys/start', undefined, ann)).status).toBe(200)
  })

  it('lets the operator reset one person’s factors, which is audited', async () => {
    await addPasskey(ada)
    await addPasskey(bob.token)
    await resetSecondFactorByEmail(shop.platform, ADMIN_EMAIL)
    expect((await shop.ask('POST', '/identity/sign-in/email', { email: ADMIN_EMAIL, password: PASSWORD })).status).toBe(200)
    const bobs = await shop.ask('POST', '/identity/sign-in/email', { email: 'bob@example.org', password: PASSWORD })
    expect(bobs.body.code).toBe('SECOND_STEP_NEEDED')
    expect((await audited()).map(({ action }) => action)).toEqual(['accounts.resetSecondFactor'])
    const token = await shop.signIn(ADMIN_EMAIL)
    const { uid } = (await shop.ask('GET', '/auth/me', undefined, { token })).body
    const { entries } = (await shop.ask('GET', `/admin/security-record?uid=${uid}`, undefined, { token })).body
    expect(entries.filter(({ kind }: { kind: string }) => kind === 'factorChanged')).toMatchObject([
      { result: 'done', detail: { change: 'removed on the shop’s machine' } },
      { detail: { change: 'passkey added' } },
    ])
    await expect(resetSecondFactorByEmail(shop.platform, 'nobody@example.org')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })
})
