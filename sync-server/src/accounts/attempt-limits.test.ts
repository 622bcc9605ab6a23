import { expect, it } from 'vitest'
import { TooMany } from '../platform/kernel/too-many.ts'
import { AttemptLimits } from './attempt-limits.ts'

const ann = (address: string) => ({ address, account: 'ann@example.org', device: undefined })

it('counts attempts from all addresses of one IPv6 network together', () => {
  const limits = new AttemptLimits()
  const often = (attempt: (address: string) => void, times: number) => {
    for (let n = 1; n <= times; n++) attempt(`2001:db8:1:2::${n.toString(16)}`)
  }
  expect(() => often((address) => limits.signUp(address), 1_000)).toThrow(TooMany)
  expect(() => often((address) => limits.resetMail(address, `${address}@example.org`), 1_000)).toThrow(TooMany)
  expect(() => often((address) => limits.signIn(ann(address)), 20)).toThrow(TooMany)
  limits.signUp('2001:db8:1:3::1')
})

it('counts the networks of one IPv6 site together, too', () => {
  const limits = new AttemptLimits()
  const often = (attempt: (address: string) => void, times: number) => {
    for (let n = 1; n <= times; n++) attempt(`2001:db8:1:${n.toString(16)}::1`)
  }
  expect(() => often((address) => limits.signUp(address), 1_000)).toThrow(TooMany)
  expect(() => often((address) => limits.signIn(ann(address)), 50)).toThrow(TooMany)
  limits.signUp('2001:db8:2:1::1')
  limits.signIn(ann('2001:db8:2:1::1'))
})
