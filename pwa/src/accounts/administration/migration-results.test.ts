import type { MigrationDetail } from '@shop/shared/accounts/calls/administration.ts'
import { expect, it } from 'vitest'
import { failures, skippedByReason } from './migration-results.tsx'

const details: MigrationDetail[] = [
  { status: 'migrated', email: 'a@x.org', uid: '1' },
  { status: 'skipped', email: 'b@x.org', uid: '2', reason: 'No e-mail' },
  { status: 'skipped', email: 'c@x.org', uid: '3' },
  { status: 'skipped', email: 'd@x.org', uid: '4', reason: '' },
  { status: 'failed', email: '', uid: '5', error: 'Boom' },
  { status: 'failed', email: 'e@x.org', uid: '6' },
]

it('the result of a migration groups skipped accounts by reason', () => {
  expect(skippedByReason(details)).toEqual([
    ['Unknown', 2],
    ['No e-mail', 1],
  ])
})

it('the result of a migration names failed accounts by e-mail, else by uid', () => {
  expect(failures(details).map(({ who, error }) => [who, error])).toEqual([
    ['5', 'Boom'],
    ['e@x.org', 'Unknown'],
  ])
})
