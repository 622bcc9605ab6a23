import { hostNameSchema, originSchema } from '@shop/shared/accounts/rules/host.ts'
import { describe, expect, it } from 'vitest'
import { hostNameOf, originOf } from './host-name.ts'

describe('a host', () => {
  it.each([
    ['Till.Example.ORG', 'till.example.org'],
    ['till.example.org.', 'till.example.org'],
    ['till.example.org:8787', 'till.example.org'],
    ['[2001:DB8:0:0::1]:80', '[2001:db8::1]'],
    ['127.1', '127.0.0.1'],
    ['register_1.local', 'register_1.local'],
  ])('is compared in one form: %s becomes %s', (typed, host) => {
    expect(hostNameSchema.safeParse(typed).success).toBe(true)
    expect(hostNameOf(typed)).toBe(host)
    expect(hostNameOf(`https://${typed}/`)).toBe(host)
  })

  it.each(['', '.', 'a b', 'a/b', 'user@a', 'a?b', 'ftp://a', '[::1', 'a:99999', 'ä.example', `${'a'.repeat(254)}`, '1.2.3.4.5.'])(
    'is not read from %j',
    (typed) => expect(hostNameOf(typed)).toBeUndefined(),
  )

  it('has an address, which is stored as scheme, host and port', () => {
    expect(originOf('HTTPS://Till.Example.org.:443')).toBe('https://till.example.org')
    expect(originOf('http://[::1]:8787/')).toBe('http://[::1]:8787')
    for (const wrong of ['till.example.org', 'ftp://a.example', 'https://a.example/path', 'https://']) {
      expect(originOf(wrong)).toBeUndefined()
      expect(originSchema.safeParse(wrong).error?.issues[0]?.message).toBe('Please enter an address such as https://till.example.org')
    }
  })
})
