import type { LookupAddress } from 'node:dns'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { isPublicAddress, isPublicHttps, networksOf, publicLookup } from './public-address.ts'

describe('a public address', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.215.14',
    '172.15.0.1',
    '172.32.0.1',
    '100.128.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::1',
  ])('is %s', (address) => expect(isPublicAddress(address)).toBe(true))

  it.each([
    ...[
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '127.255.255.255',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
    ],
    ...[
      '168.63.129.16',
      '192.0.0.1',
      '192.0.2.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '64:ff9b::a00:1',
      'fe80::1',
      'fc00::1',
      'fd12::1',
      'ff02::1',
      '2001:db8::1',
      '2001::1',
      '2002:7f00:1::',
    ],
    ...['', 'localhost', '8.8.8', 'x'],
  ])('is not %s', (address) => expect(isPublicAddress(address)).toBe(false))

  it('is none of the machine’s own, and none of its neighbours’ in an IPv6 network', () => {
    const of = (address: string, family: 'IPv4' | 'IPv6') => ({ address, family }) as NetworkInterfaceInfo
    const networks = networksOf({
      lo: [of('127.0.0.1', 'IPv4'), of('::1', 'IPv6')],
      eth0: [of('93.184.215.14', 'IPv4'), of('2a02:8109:9c40:17::5', 'IPv6'), of('fe80::1', 'IPv6')],
    })
    const isPublic = (address: string) => isPublicAddress(address, networks)
    for (const inside of ['93.184.215.14', '2a02:8109:9c40:17::5', '2a02:8109:9c40:17:dead:beef:1:2'])
      expect([inside, isPublic(inside)]).toEqual([inside, false])
    for (const outside of ['8.8.8.8', '93.184.215.15', '2a02:8109:9c40:18::5'])
      expect([outside, isPublic(outside)]).toEqual([outside, true])
    const own = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? [])
    expect(own.filter((address) => isPublicAddress(address))).toEqual([])
  })

  it('is not found for a name that has a private address', async () => {
    const looked = (all: boolean) =>
      new Promise<string>((resolve) =>
        publicLookup('localhost', { all }, (error: Error | null, found: string | LookupAddress[]) => resolve(error?.name ?? String(found))),
      )
    expect([await looked(true), await looked(false)]).toEqual(['NotPublic', 'NotPublic'])
  })

  it('of a service has https, its usual port and a host name', () => {
    expect(isPublicHttps('https://fcm.googleapis.com/fcm/send/abc?x=1')).toBe(true)
    for (const url of [
      'http://a.example/',
      'https://a.example:444/',
      'https://me@a.example/',
      'https://10.0.0.1/',
      'https://[2606:4700::1]/',
      'https://localhost/',
      'x',
    ])
      expect([url, isPublicHttps(url)]).toEqual([url, false])
  })
})
