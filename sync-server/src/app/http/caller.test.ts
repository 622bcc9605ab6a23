import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { callerOf } from './caller.ts'

const incoming = (remoteAddress: string, encrypted = false) => ({ socket: { remoteAddress, encrypted } }) as unknown as IncomingMessage
const headers = {
  host: 'inside:8787',
  'x-forwarded-for': '6.6.6.6, 1.2.3.4, 10.0.0.1',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'shop.example',
}
const request = new Request('http://inside:8787/', { headers })

describe('the caller of a request', () => {
  it('comes from its connection, whatever the headers say, when no proxy is trusted', () => {
    expect(callerOf(request, incoming('::ffff:10.0.0.2'), 0)).toEqual({
      address: '10.0.0.2',
      isSecure: false,
      origin: 'http://inside:8787',
    })
    expect(callerOf(request, incoming('10.0.0.2', true), 0)).toMatchObject({ isSecure: true, origin: 'https://inside:8787' })
    expect(callerOf(new Request('http://localhost/'), undefined, 0)).toEqual({
      address: 'unknown',
      isSecure: false,
      origin: 'http://localhost',
    })
  })

  it('comes from the outermost trusted proxy, not from what the client made up', () => {
    expect(callerOf(request, incoming('10.0.0.2'), 1)).toEqual({ address: '10.0.0.1', isSecure: true, origin: 'https://shop.example' })
    expect(callerOf(request, incoming('10.0.0.2'), 2).address).toBe('1.2.3.4')
  })

  it('has no invalid host, and no protocol but those of the web', () => {
    const of = (more: Record<string, string>, hops = 1) =>
      callerOf(new Request('http://inside:8787/', { headers: more }), undefined, hops).origin
    for (const host of ['evil.example"><script>', 'a b', 'a/b', 'user@evil.example', 'a?b', 'a#b', '[::1', 'a:99999', ',', '', '\\evil'])
      expect([host, of({ 'x-forwarded-host': host }), of({ host }, 0)]).toEqual([host, 'http://inside:8787', 'http://inside:8787'])
    expect(of({ host: 'shop.example', 'x-forwarded-proto': 'javascript' })).toBe('http://shop.example')
    expect(of({ host: '[::1]:80', 'x-forwarded-proto': 'https' })).toBe('https://[::1]:80')
    expect(callerOf(new Request('http://x/', { headers: { 'x-forwarded-for': 'x'.repeat(9_000) } }), undefined, 1).address).toHaveLength(64)
  })
})
