import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { callerOf as readCaller } from './caller.ts'
import { type TrustedProxies, trustedProxies } from './trusted-proxies.ts'

const incoming = (remoteAddress: string, encrypted = false) => ({ socket: { remoteAddress, encrypted } }) as unknown as IncomingMessage
const callerOf = (request: Request, peer: IncomingMessage | undefined, trusted: number | string) =>
  readCaller(request, peer, trustedProxies(String(trusted)) as TrustedProxies)
const PROXY = incoming('10.0.0.2')
const headers = {
  host: 'inside:8787',
  'x-forwarded-for': '6.6.6.6, 1.2.3.4, 10.0.0.1',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'shop.example',
}
const request = new Request('http://inside:8787/', { headers })

describe('the caller of a request', () => {
  it('is read from the connection and not from the headers when no proxy is trusted', () => {
    expect(callerOf(request, incoming('::ffff:10.0.0.2'), 0)).toEqual({
      address: '10.0.0.2',
      isSecure: false,
      origin: 'http://inside:8787',
      isSameMachine: false,
    })
    expect(callerOf(request, incoming('10.0.0.2', true), 0)).toMatchObject({ isSecure: true, origin: 'https://inside:8787' })
    expect(callerOf(new Request('http://localhost/'), undefined, 0)).toEqual({
      address: 'unknown',
      isSecure: false,
      origin: 'http://localhost',
      isSameMachine: false,
    })
  })

  it('is read from the outermost trusted proxy, and not from headers that the client invented', () => {
    expect(callerOf(request, incoming('10.0.0.2'), 1)).toMatchObject({
      address: '10.0.0.1',
      isSecure: true,
      origin: 'https://shop.example',
    })
    expect(callerOf(request, incoming('10.0.0.2'), 2).address).toBe('1.2.3.4')
  })

  it('is read from the headers of a peer on this machine or in a private network, and of no other peer', () => {
    const of = (peer: string) => {
      const { address, origin } = callerOf(request, incoming(peer), 'true')
      return [peer, address, origin]
    }
    const near = ['127.0.0.1', '::1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.1.1', 'fc00::1', 'fd12::1']
    for (const peer of [...near, 'fe80::1', 'fe80::1%eth0', '::ffff:10.0.0.2', '::ffff:a00:2', '::ffff:127.0.0.1'])
      expect(of(peer)).toEqual([peer, '10.0.0.1', 'https://shop.example'])
    const far = ['203.0.113.9', '8.8.8.8', '172.15.0.1', '172.32.0.1', '100.64.0.1', '2606:4700::1111', 'fe00::1', 'ff02::1', '::2']
    for (const peer of far) expect(of(peer)).toEqual([peer, peer, 'http://inside:8787'])
    expect(of('::ffff:203.0.113.9')).toEqual(['::ffff:203.0.113.9', '203.0.113.9', 'http://inside:8787'])
    // a connection that is already closed has no address
    expect(of('').slice(2)).toEqual(['http://inside:8787'])
    expect(callerOf(request, undefined, 'true')).toMatchObject({ address: 'unknown', origin: 'http://inside:8787' })
  })

  it('is read from the headers of the named peers only, and is the last address that is no named proxy', () => {
    const of = (peer: string, named: string) => callerOf(request, incoming(peer), named)
    const believed = { address: '10.0.0.1', isSecure: true, origin: 'https://shop.example', isSameMachine: false }
    for (const [peer, named] of [
      ['203.0.113.9', '203.0.113.9'],
      ['203.0.113.9', '198.51.100.1, 203.0.113.0/24'],
      ['::ffff:203.0.113.9', '203.0.113.0/24'],
      ['203.0.113.9', '::ffff:203.0.113.0/120'],
      ['2001:db8::7', '2001:db8::/32'],
    ] as const)
      expect([peer, named, of(peer, named)]).toEqual([peer, named, believed])
    for (const [peer, named] of [
      ['203.0.113.10', '203.0.113.9'],
      ['10.0.0.2', '203.0.113.0/24'],
      ['127.0.0.1', '203.0.113.0/24'],
      ['2001:db9::7', '2001:db8::/32'],
    ] as const)
      expect([peer, named, of(peer, named)]).toEqual([
        peer,
        named,
        { ...believed, address: peer, isSecure: false, origin: 'http://inside:8787' },
      ])
    expect(of('203.0.113.9', '203.0.113.9,10.0.0.1').address).toBe('1.2.3.4')
  })

  it('has an IPv4 address even if its proxy writes the address in the form of IPv6', () => {
    for (const written of ['::ffff:192.0.2.7', '::FFFF:192.0.2.7', '::ffff:c000:207', '0:0:0:0:0:ffff:c000:0207'])
      expect(callerOf(new Request('http://x/', { headers: { 'x-forwarded-for': written } }), PROXY, 1).address).toBe('192.0.2.7')
  })

  it.each([
    ['192.0.2.7:51234', '192.0.2.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[::ffff:192.0.2.7]:9', '192.0.2.7'],
    ['2001:db8::1:443', '2001:db8::1:443'],
    ['unknown:80', 'unknown:80'],
  ])('has an address without the port that its proxy wrote: %s', (written, address) => {
    expect(callerOf(new Request('http://x/', { headers: { 'x-forwarded-for': written } }), PROXY, 1).address).toBe(address)
  })

  it('never has an invalid host or a protocol other than HTTP and HTTPS', () => {
    const of = (more: Record<string, string>, hops = 1) =>
      callerOf(new Request('http://inside:8787/', { headers: more }), PROXY, hops).origin
    for (const host of ['evil.example"><script>', 'a b', 'a/b', 'user@evil.example', 'a?b', 'a#b', '[::1', 'a:99999', ',', '', '\\evil'])
      expect([host, of({ 'x-forwarded-host': host }), of({ host }, 0)]).toEqual([host, 'http://inside:8787', 'http://inside:8787'])
    expect(of({ host: 'shop.example', 'x-forwarded-proto': 'javascript' })).toBe('http://shop.example')
    expect(of({ host: '[::1]:80', 'x-forwarded-proto': 'https' })).toBe('https://[::1]:80')
    expect(callerOf(new Request('http://x/', { headers: { 'x-forwarded-for': 'x'.repeat(9_000) } }), PROXY, 1).address).toHaveLength(64)
  })

  it('is on the same machine only if peer and host are loopback, no proxy is trusted and none added a header', () => {
    const of = (peer: string, host: string, more: Record<string, string> = {}, hops = 0) =>
      callerOf(new Request('http://x/', { headers: { host, ...more } }), incoming(peer), hops).isSameMachine
    const here = ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1']
    const hosts = ['localhost:8787', '127.0.0.1', '[::1]:8787', 'LOCALHOST']
    for (const peer of here) for (const host of hosts) expect([peer, host, of(peer, host)]).toEqual([peer, host, true])
    for (const peer of ['10.0.0.2', '::ffff:10.0.0.2', '::2', 'fe80::1%eth0', '', 'localhost.evil'])
      expect([peer, of(peer, 'localhost')]).toEqual([peer, false])
    for (const host of ['shop.example', '127.0.0.1.evil.example', 'localhost.evil.example', '128.0.0.1', '0.0.0.0', 'a b'])
      expect([host, of('127.0.0.1', host)]).toEqual([host, false])
    for (const name of ['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Port', 'X-Real-IP'])
      expect([name, of('127.0.0.1', 'localhost', { [name]: '127.0.0.1' })]).toEqual([name, false])
    expect(of('127.0.0.1', 'localhost', {}, 1)).toBe(false)
  })
})
