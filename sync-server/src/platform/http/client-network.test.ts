import { expect, it } from 'vitest'
import { networkOf, siteOf } from './client-network.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['unknown', 'unknown'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:9:9:9:9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:192.0.2.7', '1:2:3:4::/64'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:1:2:3', '0:0:0:0::/64'],
])('requests of %s count for %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['unknown', 'unknown'],
  ['', ''],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::', '2001:db8:1::/48'],
  ['2001:0DB8:0001::FFFF', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['2001:db8:0000:9::1%eth0', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  // an IPv4 address in the form of IPv6, however it is written, is one customer and not a part of one huge site
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['0000:0000:0000:0000:0000:FFFF:C000:0207', '192.0.2.7'],
  ['::ffff:192.0.2.7%eth0', '192.0.2.7'],
  // no addresses
  ['2001:db8::1::2', '2001:db8::1::2'],
  ['2001:db8:1:2:3:4:5:6:7', '2001:db8:1:2:3:4:5:6:7'],
  ['::ffff:192.0.2.300', '::ffff:192.0.2.300'],
])('requests of %s count for the site %s', (address, site) => {
  expect(siteOf(address)).toBe(site)
})
