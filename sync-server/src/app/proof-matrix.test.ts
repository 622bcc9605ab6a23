import { calls } from '@shop/shared/calls.ts'
import type { AnyCall } from '@shop/shared/kernel/define-call.ts'
import { commands } from '@shop/shared/registry.ts'
import { describe, expect, it } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { ADMIN_EMAIL, OPENED, testShop } from './testing/shop.ts'

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
  'settings.noteRestoreConfirmed': 'second',
}

/** Commands that need the proof only for certain rows and arguments. */
const CONDITIONAL = ['accounts.addEarlier', 'payouts.request']

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
