import { calls } from '@shop/shared/calls.ts'
import type { AnyCall } from '@shop/shared/kernel/define-call.ts'
import { commands } from '@shop/shared/registry.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { setUpCodes } from '../accounts/testing/authenticator.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { ADMIN_EMAIL, type Answer, OPENED, type TestShop, testShop } from './testing/shop.ts'

/** Proof that each call needs besides the session. It repeats the declarations on purpose, so that a call that asks for too little fails here. Every
 *  other call needs no proof. */
const PROOFS: Readonly<Record<string, 'recent' | 'second'>> = {
  'accounts.setBackupPassword': 'second',
  'accounts.startCodes': 'second',
  'accounts.confirmCodes': 'second',
  'accounts.removeCodes': 'second',
  'accounts.resetRecoveryCodes': 'second',
  'accounts.startPasskey': 'second',
  'accounts.addPasskey': 'second',
  'accounts.removePasskey': 'second',
  'accounts.setFactorDemand': 'second',
  'accounts.setSignUpRule': 'second',
  'accounts.addInvitation': 'recent',
  'accounts.linkDiscord': 'second',
  'accounts.unlinkProvider': 'second',
  'accounts.exportPerson': 'second',
  'accounts.eraseUser': 'second',
  'accounts.changeUser': 'recent',
  'accounts.confirmHost': 'second',
  'accounts.removeHost': 'second',
  'accounts.deleteUser': 'second',
  'accounts.revokeSession': 'recent',
  'accounts.revokeOtherSessions': 'recent',
  'accounts.migrateUser': 'second',
  'accounts.migrateUserDomain': 'second',
  'accounts.vouchForEmail': 'second',
  'accounts.migrateAllUsers': 'second',
  'mail.sendEmail': 'recent',
  'sales.recordCustomSale': 'recent',
  'sales.setBalance': 'second',
  'settings.confirmRestore': 'second',
  'settings.settleRestoreReport': 'recent',
  'trades.askForTrade': 'recent',
  'trades.uploadShippingLabel': 'recent',
}

/** Proof that a command needs when a person runs it through a call. The call itself may need none. */
const COMMAND_PROOFS: Readonly<Record<string, 'recent' | 'second'>> = {
  'accounts.addEarlier': 'second',
  'accounts.changeRole': 'second',
  'accounts.setFactorDemand': 'second',
  'accounts.setSignUpRule': 'second',
  'accounts.close': 'second',
  'accounts.editUser': 'recent',
  'accounts.migrate': 'second',
  'accounts.vouchForEmail': 'second',
  'mail.noteSecretShown': 'second',
  'payouts.request': 'recent',
  'sales.adjustBalance': 'second',
  'settings.change': 'recent',
  'settings.noteRestoreConfirmed': 'second',
}

/** Commands that need the proof only for certain rows and arguments. */
const CONDITIONAL = ['accounts.addEarlier', 'payouts.request', 'settings.change']

const NOTHING = '0190a0b0-0000-7000-8000-00000000ffff'

/** Fills in the path of a call: the caller's id for an owner, and for all else an id that does not exist. */
const pathOf = ({ path, access }: AnyCall, uid: string) =>
  `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => (typeof access === 'object' && access.ownerParam === name ? uid : NOTHING))}`

forEachDatabase('the matrix of proofs', (open) => {
  it('asks at each call for its proof when the sign-in is older than a quarter of an hour', async () => {
    const shop = await testShop(await open(), OPENED)
    const { db } = shop.platform
    const admin = await shop.signIn(ADMIN_EMAIL)
    const { uid } = (await shop.ask('GET', '/auth/me', undefined, { token: admin })).body
    const ask = async (call: AnyCall) => {
      // the session gets old again, because the previous call may have proved something
      await sql`update identity_sessions set "createdAt" = now() - interval '16 minutes', proved_at = null where "userId" = ${uid}`.execute(
        db,
      )
      const { status, body } = await shop.ask(call.method, pathOf(call, uid), call.body ? {} : undefined, { token: admin })
      return { call: call.name, isProofNeeded: body.code === 'PROOF_NEEDED', isForbidden: status === 403 }
    }
    for (const call of calls.filter(({ access, name }) => access !== 'public' && name !== 'accounts.signOut')) {
      const isProofNeeded = PROOFS[call.name] !== undefined
      expect(await ask(call)).toEqual({ call: call.name, isProofNeeded, isForbidden: isProofNeeded })
    }
  })
})

/** The latest proof of an admin who has a second factor, given within the last quarter of an hour. */
const PROVED = ['nothing', 'the password', 'the second factor'] as const
type Proved = (typeof PROVED)[number]

/** True when somebody with a second factor has to prove more for this assurance. */
const isTooLittle = (assurance: 'recent' | 'second' | undefined, proved: Proved): boolean =>
  assurance !== undefined && (proved === 'nothing' || (assurance === 'second' && proved === 'the password'))

forEachDatabase('the matrix of proofs of an admin who has a second factor', (open) => {
  let shop: TestShop
  let admin: { uid: string; token: string }
  beforeEach(async () => {
    shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    admin = { token, uid: (await shop.ask('GET', '/auth/me', undefined, { token })).body.uid }
    await setUpCodes(shop, token)
  })

  /** Ages the sign-in, and lets the session have proved this much just now. */
  const prove = async (proved: Proved) => {
    const [password, second] = [proved !== 'nothing', proved === 'the second factor']
    await sql`update identity_sessions set "createdAt" = now() - interval '16 minutes', proved_at = case when ${password}::boolean then now() end,
      second_at = case when ${second}::boolean then now() end where "userId" = ${admin.uid}`.execute(shop.platform.db)
  }

  it('asks at a call of assurance `second` for that factor, even right after the password, and at a call of `recent` for either', async () => {
    const { rows } = await sql<{ sealed: string }>`select sealed_secret as sealed from code_factors`.execute(shop.platform.db)
    for (const call of calls.filter(({ access, name }) => access !== 'public' && name !== 'accounts.signOut'))
      for (const proved of PROVED) {
        await prove(proved)
        // the call before may have removed the codes
        await sql`insert into code_factors (uid, sealed_secret, last_step, confirmed_at) values (${admin.uid}, ${rows[0]?.sealed}, 0, now())
          on conflict do nothing`.execute(shop.platform.db)
        const { status, body } = await shop.ask(call.method, pathOf(call, admin.uid), call.body ? {} : undefined, admin)
        const isProofNeeded = isTooLittle(PROOFS[call.name], proved)
        const answer = { isProofNeeded: body.code === 'PROOF_NEEDED', isForbidden: status === 403 }
        expect({ call: call.name, proved, ...answer }).toEqual({ call: call.name, proved, isProofNeeded, isForbidden: isProofNeeded })
      }
  })

  it('asks the same of a command, even if its call asks for nothing', async () => {
    const ann = await shop.signUp('ann@example.org')
    await sql`insert into mails (id, kind, to_address, subject, text, html, holds_secret, created_at_ms, state)
      values ('secret', 'accounts.passwordReset', 'ann@example.org', 's', 'a link', '', true, 1, 'kept')`.execute(shop.platform.db)
    const acts: Readonly<Record<string, () => Promise<Answer>>> = {
      'accounts.editUser': () => shop.ask('PUT', `/auth/users/${ann.uid}`, { displayName: 'Anna' }, admin),
      'mail.noteSecretShown': () => shop.ask('GET', '/admin/mails/secret', undefined, admin),
    }
    for (const [command, act] of Object.entries(acts))
      for (const proved of PROVED) {
        await prove(proved)
        const { status, body } = await act()
        const refused = isTooLittle(COMMAND_PROOFS[command], proved)
        expect([command, proved, status, body.code]).toEqual([command, proved, refused ? 403 : 200, refused ? 'PROOF_NEEDED' : undefined])
      }
  })
})

describe('calls and commands', () => {
  it('declare the listed proofs, and no command that devices queue always needs a proof', () => {
    const declared = (list: readonly { readonly name: string; readonly assurance?: string }[]) =>
      Object.fromEntries(list.flatMap(({ name, assurance }) => (assurance ? [[name, assurance]] : [])))
    expect(declared(calls)).toEqual(PROOFS)
    expect(declared(commands)).toEqual(COMMAND_PROOFS)
    expect(commands.flatMap(({ name, proofIf }) => (proofIf ? [name] : [])).sort()).toEqual(CONDITIONAL)
    const queued = commands.filter(({ assurance, channel, isFact }) => assurance && (channel === 'device' || isFact))
    expect(queued.filter(({ proofIf, isFact }) => !proofIf || isFact)).toEqual([])
    expect(calls.filter(({ assurance, access }) => assurance && access === 'public')).toEqual([])
  })
})
