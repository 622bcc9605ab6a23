import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../kernel/define-command.ts'
import { findCommand } from '../../registry.ts'
import { type Balance, balances } from '../../sales/schema.ts'
import { type AuditEntry, auditEntries, DEFAULT_SETTINGS, type ShopSettings, settings } from '../../settings/schema.ts'
import { ADMIN, MemoryShop, START_MS, testId } from '../../testing/memory-shop.ts'
import { EMPTY_PROFILE, type User, users } from '../schema.ts'
import { registerUser } from './register-user.ts'
import { setRole } from './set-role.ts'
import { setUpShop } from './set-up-shop.ts'

const SYSTEM: Actor = { uid: 'system', role: 'system', wasAdmin: false }
const uid = testId(50)
const person = { uid, email: 'Ann@Example.org ', displayName: ' Ann ' }

describe('accounts', () => {
  let shop: MemoryShop
  beforeEach(() => {
    shop = new MemoryShop()
  })
  const system = { actor: SYSTEM }
  const userOf = (id: string) => shop.get(users, id) as User | undefined

  it('are registered with role user and a zero balance', () => {
    shop.run(registerUser, person, system)
    expect(userOf(uid)).toEqual({
      id: uid,
      email: 'ann@example.org',
      displayName: 'Ann',
      ...EMPTY_PROFILE,
      createdAtMs: shop.nowMs,
    })
    expect(shop.get(balances, uid)).toEqual({ id: uid, availableCents: 0, heldCents: 0 })
  })

  it('are registered only once, and keep their balance when the profile is made again', () => {
    shop.run(registerUser, person, system)
    const earned = { ...(shop.get(balances, uid) as Balance), availableCents: 500 }
    shop.apply(new Map([[balances.name, new Map([[uid, earned]])]]))
    expect([...shop.run(registerUser, { ...person, displayName: 'Other' }, system)]).toEqual([])
    shop.removeUser(uid)
    shop.run(registerUser, person, system)
    expect(shop.get(balances, uid)).toEqual(earned)
  })

  it('include the first admin, who opens the shop with its settings, and only once', () => {
    const opening = { ...person, timeZone: 'Europe/Berlin', shopName: 'Shop' }
    shop.run(setUpShop, opening, system)
    expect(userOf(uid)?.role).toBe('admin')
    expect(shop.get(settings, 'shop')).toEqual({ ...DEFAULT_SETTINGS, timeZone: 'Europe/Berlin', shopName: 'Shop' } satisfies ShopSettings)
    expect(shop.refuse(setUpShop, { ...opening, uid: testId(51) }, system).code).toBe('ALREADY_SET_UP')
    expect(userOf(testId(51))).toBeUndefined()
  })

  it('change their role with an audit entry, and remember when they lost the role admin', () => {
    shop.run(registerUser, person, system)
    shop.run(setRole, { uid, role: 'admin' }, system)
    expect(userOf(uid)).toMatchObject({ role: 'admin', adminUntilMs: null })
    shop.run(setRole, { uid, role: 'user' }, { ...system, at: START_MS + 9_000 })
    expect(userOf(uid)).toMatchObject({ role: 'user', adminUntilMs: START_MS + 9_000 })
    expect([...shop.run(setRole, { uid, role: 'user' }, system)]).toEqual([])
    shop.run(setRole, { uid, role: 'admin' }, system)
    expect(userOf(uid)).toMatchObject({ role: 'admin', adminUntilMs: null })
    expect(
      shop.all<AuditEntry>(auditEntries).map(({ action, subject, byUid, before, after }) => [action, subject, byUid, before, after]),
    ).toEqual([
      ['accounts.changeRole', uid, 'system', { role: 'user' }, { role: 'admin' }],
      ['accounts.changeRole', uid, 'system', { role: 'admin' }, { role: 'user' }],
      ['accounts.changeRole', uid, 'system', { role: 'user' }, { role: 'admin' }],
    ])
    expect(shop.refuse(setRole, { uid: testId(52), role: 'admin' }, system).code).toBe('ACCOUNT_NOT_FOUND')
  })

  it('are registered and get a role only on the server', () => {
    for (const command of [registerUser, setUpShop, setRole]) {
      expect(findCommand(command.name)).toBe(command)
      expect([command.channel, command.roles]).toEqual(['server', ['system']])
      expect(() => shop.try(command, {}, { actor: ADMIN })).toThrow(/may not run/)
    }
  })
})
