import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { MAX_EVENT_STREAMS, MAX_PUSH_BYTES } from '@shop/shared/kernel/limits.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import {
  ADMIN_PUSH_BYTES_PER_MINUTE,
  CONSIGNOR_PUSH_BYTES_PER_DAY,
  CONSIGNOR_PUSH_BYTES_PER_MINUTE,
  FORMER_ADMIN_PUSH_BYTES_PER_DAY,
  NETWORK_PUSH_BYTES_PER_DAY,
  NETWORK_PUSH_BYTES_PER_MINUTE,
  PushLimits,
} from './push-limits.ts'

const consignor = (n: number): Actor => ({ uid: `consignor ${n}`, role: 'user', wasAdmin: false })

function stoppedLimits(): PushLimits {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  return new PushLimits()
}

it('consignors in one network share a limit on their pushes, which does not apply to admins and former admins there', () => {
  const limits = stoppedLimits()
  const people = NETWORK_PUSH_BYTES_PER_MINUTE / CONSIGNOR_PUSH_BYTES_PER_MINUTE
  for (let n = 0; n < people; n++) limits.demand(consignor(n), '192.0.2.1', CONSIGNOR_PUSH_BYTES_PER_MINUTE)
  const late = consignor(people)
  expect(() => limits.demand(late, '192.0.2.1', 1_000)).toThrow('Too many requests')
  limits.demand(late, '192.0.2.2', CONSIGNOR_PUSH_BYTES_PER_MINUTE)
  for (let n = 0; n < 20; n++) limits.demand({ uid: 'admin', role: 'admin', wasAdmin: false }, '192.0.2.1', MAX_PUSH_BYTES)
  limits.demand({ uid: 'former admin', role: 'user', wasAdmin: true }, '192.0.2.1', MAX_PUSH_BYTES)
})

it('a former admin has a daily limit, which a tablet’s waiting work fits in and a flood does not', () => {
  const limits = stoppedLimits()
  const former = { uid: 'former admin', role: 'user', wasAdmin: true } as const
  const pushes = Math.floor(FORMER_ADMIN_PUSH_BYTES_PER_DAY / MAX_PUSH_BYTES)
  expect(pushes).toBeGreaterThanOrEqual(4)
  for (let n = 0; n < pushes; n++) limits.demand(former, '192.0.2.1', MAX_PUSH_BYTES)
  expect(() => limits.demand(former, '192.0.2.1', MAX_PUSH_BYTES)).toThrow(
    'more entries today than the shop’s server takes from one person',
  )
  expect(() => limits.demand(former, '192.0.2.2', MAX_PUSH_BYTES)).toThrow('The rest stays on this device')
  vi.advanceTimersByTime(86_400_000)
  limits.demand(former, '192.0.2.1', MAX_PUSH_BYTES)
})

it('consignors in one network share a daily limit on their pushes, which does not apply to admins there', () => {
  const limits = stoppedLimits()
  const minutes = NETWORK_PUSH_BYTES_PER_DAY / NETWORK_PUSH_BYTES_PER_MINUTE
  const people = NETWORK_PUSH_BYTES_PER_MINUTE / CONSIGNOR_PUSH_BYTES_PER_MINUTE
  // each minute other accounts push, so that no account uses up its own day
  for (let minute = 0; minute < minutes; minute++) {
    for (let n = 0; n < people; n++) limits.demand(consignor(minute * people + n), '192.0.2.1', CONSIGNOR_PUSH_BYTES_PER_MINUTE)
    vi.advanceTimersByTime(60_000)
  }
  const late = consignor(minutes * people)
  expect(() => limits.demand(late, '192.0.2.1', CONSIGNOR_PUSH_BYTES_PER_MINUTE)).toThrow('More entries came from your network today')
  limits.demand({ uid: 'admin', role: 'admin', wasAdmin: false }, '192.0.2.1', MAX_PUSH_BYTES)
  // what was refused counts towards none of the person's own limits
  for (let n = 0; n < CONSIGNOR_PUSH_BYTES_PER_DAY / CONSIGNOR_PUSH_BYTES_PER_MINUTE; n++) {
    limits.demand(late, '192.0.2.2', CONSIGNOR_PUSH_BYTES_PER_MINUTE)
    vi.advanceTimersByTime(60_000)
  }
})

it('all tablets of a shop may send a full push at the same time', () => {
  expect(ADMIN_PUSH_BYTES_PER_MINUTE).toBeGreaterThanOrEqual(MAX_EVENT_STREAMS * MAX_PUSH_BYTES)
})
