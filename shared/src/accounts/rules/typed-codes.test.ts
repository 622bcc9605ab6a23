import { describe, expect, it } from 'vitest'
import { emailCodeSchema, knownDeviceSchema, setUpCodeSchema } from '../rules.ts'
import { chatIdSchema, looksLikeChatId } from './chat-id.ts'
import { domainSchema } from './edited-user.ts'
import { hostNameSchema, originSchema } from './host.ts'
import { codeSchema, countGiven, recoveryCodeSchema } from './second-factor.ts'

type Schema = { safeParse: (input: unknown) => { success: boolean; data?: unknown } }
const read = (schema: Schema, ...inputs: unknown[]) =>
  inputs.map((input) => {
    const { success, data } = schema.safeParse(input)
    return success ? data : 'refused'
  })
const refused = (count: number) => Array<string>(count).fill('refused')

describe('a typed code', () => {
  it('of an app or a mail has six digits, however they are grouped', () => {
    expect(read(codeSchema, '123456', ' 123 456 ', '1 2 3 4 5 6')).toEqual(Array(3).fill('123456'))
    expect(read(codeSchema, '12345', '1234567', '12345a', 'x123456', '123456x', '', `${' '.repeat(45)}123456`, 123456)).toEqual(refused(8))
    expect(read(emailCodeSchema, '123456', ' 123-456 ', '1-2-3 456')).toEqual(Array(3).fill('123456'))
    expect(
      read(emailCodeSchema, '12345', '1234567', '12345a', 'a123456', 'a12345', '123456a', '', `${' '.repeat(95)}123456`, null),
    ).toEqual(refused(9))
  })
  it('for recovery has sixteen letters and digits that nobody confuses, in either case', () => {
    const code = 'ABCD2345EFGH6789'
    expect(read(recoveryCodeSchema, code, code.toLowerCase(), 'abcd-2345 EFGH-6789')).toEqual(Array(3).fill(code))
    const wrong = [
      code.slice(1),
      `${code}A`,
      code.replace('A', 'O'),
      code.replace('2', '1'),
      code.replace('2', '0'),
      code.replace('A', 'I'),
    ]
    expect(read(recoveryCodeSchema, ...wrong, `${' '.repeat(90)}${code}`, '')).toEqual(refused(8))
  })
  it('of the set-up counts without case, spaces and hyphens', () => {
    expect(read(setUpCodeSchema, ' abcd-EF 12 ', 'ABCDEF12')).toEqual(['ABCDEF12', 'ABCDEF12'])
    expect(read(setUpCodeSchema, 'a'.repeat(101), 5)).toEqual(refused(2))
  })
  it('is one of several answers that a body may give', () => {
    expect([countGiven(), countGiven(undefined, 'a'), countGiven('', null, undefined)]).toEqual([0, 1, 2])
  })
})

describe('the tokens by which a device is known', () => {
  it('count only as a whole: tokens of their length, and not too many', () => {
    const token = 'a-_9'.repeat(10).padEnd(43, 'Z')
    expect(read(knownDeviceSchema, token, `${token} ${token}`)).toEqual([token, `${token} ${token}`])
    const strange = [
      `${token}x`,
      token.slice(1),
      `x ${token}`,
      `${token}  ${token}`,
      ` ${token}`,
      token.replace('a', '!'),
      '',
      undefined,
      7,
      [token],
    ]
    expect(read(knownDeviceSchema, ...strange)).toEqual(strange.map(() => undefined))
  })
})

describe('a typed name', () => {
  it('of a domain is trimmed and in lower case, or none', () => {
    expect(read(domainSchema, ' Shop.Example ', 'a', 'localhost:3000', '', '  ')).toEqual(['shop.example', 'a', 'localhost:3000', '', ''])
    const wrong = ['-a.example', 'a.example-', 'a example', 'https://a', 'a:123456', 'a:', 'ü.example', `${'a'.repeat(254)}`, 5]
    expect(read(domainSchema, ...wrong)).toEqual(refused(wrong.length))
  })
  it('of a host is a name or an address, with a port or without', () => {
    const right = ['till.example.org', 'till.example.org.', 'Till:8080', '192.168.0.7', '[::1]:3000', '[fe80::1]', 'a_b-c']
    expect(read(hostNameSchema, ...right)).toEqual(right)
    const wrong = ['', 'a..b', '.a', 'a/b', 'https://a', 'a:123456', 'a b', '[::g]', '::1', ' a', 'a\n', 'a@b']
    expect(read(hostNameSchema, ...wrong)).toEqual(refused(wrong.length))
  })
  it('of a web address has a scheme and no path', () => {
    expect(read(originSchema, ' https://till.example.org ', 'HTTP://a:80/')).toEqual(['https://till.example.org', 'HTTP://a:80/'])
    const wrong = [
      'till.example.org',
      'ftp://a',
      'https://a/b',
      'https://a?b',
      'xhttps://a',
      'https://',
      'https://a//',
      'https://u@a',
      null,
    ]
    expect(read(originSchema, ...wrong)).toEqual(refused(wrong.length))
  })
  it('of a chat account mentions nobody', () => {
    expect(read(chatIdSchema, ' 12345678901234567 ', 'ann.b-c_d#1234', '')).toEqual(['12345678901234567', 'ann.b-c_d#1234', ''])
    const [shortest, longest] = ['1'.repeat(17), '1'.repeat(20)]
    expect([shortest, longest, ` ${shortest} `].map(looksLikeChatId)).toEqual([true, true, true])
    const strange = ['1'.repeat(16), '1'.repeat(21), `a${shortest}`, `${shortest}a`, '']
    expect(strange.map(looksLikeChatId)).toEqual(strange.map(() => false))
    expect(read(chatIdSchema, '@everyone', '<@1>', 'a b', 'a'.repeat(65), 'a\nb', null)).toEqual(refused(6))
  })
})
