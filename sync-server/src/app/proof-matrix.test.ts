import { calls } from '@shop/shared/calls.ts'
import type { AnyCall } from '@shop/shared/kernel/define-call.ts'
import { commands } from '@shop/shared/registry.ts'
import { describe, expect, it } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { ADMIN_EMAIL, OPENED, testShop } from './testing/shop.ts'

/** Proof that each call needs besides the session, written down a second time on purpose: a call that asks for less than it should fails here. Every
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
  'accounts.linkDiscord': 'second',
  'accounts.exportPerson': 'second',
  'accounts.eraseUser': 'second',
  'accounts.changeUser': 'recent',
  'accounts.confirmHost': 'second',
  'accounts.removeHost': 'second',
  'accounts.deleteUser': 'second',
  'accounts.migrateUser': 'second',
  'accounts.migrateUserDomain': 'second',
  'accounts.vouchForEmail': 'second',
  'accounts.migrateAllUsers': 'second',
  'mail.sendEmail': 'recent',
  'sales.recordCustomSale': 'recent',
  'sales.setBalance': 'second',
  'settings.confirmRestore': 'second',
}

/** Proof that commands need when a person runs them through a call, which may need none itself. */
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

/** Commands whose rows and arguments decide whether a run needs the proof. */
const CONDITIONAL = ['accounts.addEarlier', 'payouts.request']

const NOTHING = '0190a0b0-0000-7000-8000-00000000ffff'

/** Path of a call: an owner's id is the caller's own, and any other id belongs to nothing. */
const pathOf = ({ path, access }: AnyCall, uid: string) =>
  `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => (typeof access === 'object' && access.ownerParam === name ? uid : NOTHING))}`

forEachDatabase('the matrix of proofs', (open) => {
  it('asks for the proof that each call needs when the sign-in is older than a quarter of an hour, and for none elsewhere', async () => {
    const shop = await testShop(await open(), OPENED)
    const { db } = shop.platform
    const admin = await shop.signIn(ADMIN_EMAIL)
    const { uid } = (await shop.ask('GET', '/auth/me', undefined, { token: admin })).body
    const ask = async (call: AnyCall) => {
      // the session gets old again, whatever the previous call proved
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
  it('declare the proofs of the lists, and no command that devices queue needs a proof at every run', () => {
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
