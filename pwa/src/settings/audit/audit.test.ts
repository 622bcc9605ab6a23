import { EMPTY_PROFILE, type User, users } from '@shop/shared/accounts/schema.ts'
import { csvFile } from '@shop/shared/kernel/csv.ts'
import type { AuditEntry } from '@shop/shared/settings/schema.ts'
import { adminActs } from '@shop/shared/testing/admin-acts.ts'
import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'
import { describe, expect, it } from 'vitest'
import type { View } from '../../sync/api.ts'
import { actorsOf, auditRows, filterAudit } from './audit-list.ts'
import { auditWords, changeSentence } from './audit-words.ts'

const person = (id: string, displayName: string): User => ({ ...EMPTY_PROFILE, id, displayName, email: `${id}@x.org`, createdAtMs: 0 })
const people = new Map([person('ada', 'Ada'), person('ann', '=Ann')].map((user) => [user.id, user]))
const view = { get: ((collection: unknown, id: string) => (collection === users ? people.get(id) : undefined)) as View['get'] }
const entry = (n: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: `${n}`,
  atMs: n * 1_000,
  byUid: 'ada',
  action: 'accounts.changeRole',
  subject: 'ann',
  before: { role: 'user' },
  after: { role: 'admin' },
  ...more,
})
const wordsOf = (one: AuditEntry) => auditWords(one, view)

describe('the audit log', () => {
  it('names the person, the action, its subject and the change', () => {
    const words = wordsOf(entry(1))
    expect([words.who, words.action, words.about, words.changes.map(changeSentence)]).toEqual([
      'Ada',
      'Role changed',
      '=Ann',
      ['Role: user → admin'],
    ])
    const sentences = (more: Partial<AuditEntry>) => wordsOf(entry(2, more)).changes.map(changeSentence)
    expect(
      sentences({ action: 'sales.adjustBalance', before: { availableCents: 100 }, after: { availableCents: -5, reason: 'x' } }),
    ).toEqual(['Balance: $1.00 → -$0.05', 'Reason: x'])
    expect(sentences({ before: { whopBypass: false, username: null }, after: { whopBypass: true } })).toEqual(['Whop bypass: no → yes'])
    expect(sentences({ before: { migratedFrom: 'ann' }, after: {} })).toEqual(['Earlier account: =Ann'])
    expect(sentences({ before: { taxRateBps: 825 }, after: { taxRateBps: 900 }, subject: 'shop' })).toEqual(['Sales tax rate: 8.25% → 9%'])
    expect(wordsOf(entry(3, { byUid: 'system', action: 'later.thing', subject: 'x' }))).toMatchObject({
      who: 'The server',
      action: 'later.thing',
      about: '',
    })
  })

  it('filters by text and person, latest first', () => {
    const all = [entry(1), entry(2, { byUid: 'system' }), entry(3, { after: { role: 'user' } })].map(wordsOf)
    const ids = (typed: string, byUid: string) => filterAudit(all, typed, byUid).map(({ id }) => id)
    expect([ids('', ''), ids('ROLE: user → admin', ''), ids('', 'ada'), ids('server', ''), ids('nothing', '')]).toEqual([
      ['3', '2', '1'],
      ['2', '1'],
      ['3', '1'],
      ['2'],
      [],
    ])
    expect(actorsOf(all).map(({ label }) => label)).toEqual(['Ada', 'The server'])
  })

  it('has words for every audited action', () => {
    for (const { entries } of adminActs())
      for (const one of entries) {
        const words = wordsOf(one)
        expect(words.action, one.action).not.toBe(one.action)
        const fields = [...Object.keys(one.before), ...Object.keys(one.after)]
        expect(
          words.changes.map(({ label }) => label).filter((label) => fields.includes(label)),
          one.action,
        ).toEqual([])
      }
    const set = entry(4, { action: 'shipments.setStatus', before: { isDelivered: false }, after: { isDelivered: true, carrier: 'UPS' } })
    expect(wordsOf(set).changes.map(changeSentence)).toEqual(['Delivered: no → yes', 'Carrier: UPS'])
  })

  it('exports no formulas', () => {
    const hostile = HOSTILE_STRINGS.map((text, n) => wordsOf(entry(n, { after: { reason: text }, action: text })))
    const file = csvFile(auditRows([wordsOf(entry(1)), ...hostile]))
    expect(file).toContain(`Ada,Role changed,'=Ann,Role: user → admin`)
    expect(file).not.toMatch(/(?:^|,|\n)=/)
  })
})
