import { expect, it } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { ShopAddress } from './shop-address.ts'
import { ShopHosts } from './shop-hosts.ts'

const BRANDS = [
  { id: 'shop', title: 'Shop', hosts: ['shop.example'] },
  { id: 'paid', title: 'Paid', hosts: ['exchange.example'] },
]
const brandOf = (origin: string) => {
  const { hostname } = URL.canParse(origin) ? new URL(origin) : { hostname: '' }
  const own = BRANDS.find(({ hosts }) => hosts.includes(hostname))
  return { id: own?.id ?? 'shop', isOwnHost: own !== undefined }
}
const addressOf = (platform: Platform, publicUrl?: string, speaks = { hasTls: false, isBehindProxy: false }) => {
  const hosts = new ShopHosts(platform, { configured: ['shop.example', 'exchange.example'], brandOf })
  return { hosts, address: new ShopAddress(platform, hosts, { publicUrl, port: 8787, ...speaks, brandOf, brands: BRANDS }) }
}

forEachDatabase('the shop’s address', (open) => {
  it('admits passkeys only on the pages of the shop itself, and at no port that only the request names', async () => {
    const platform = await open()
    const proxied = { hasTls: false, isBehindProxy: true }
    const pagesOf = (asked: string, { address } = addressOf(platform)) => address.ofPages(asked)
    for (const asked of ['http://localhost:8787', 'http://localhost:9999', 'http://localhost'])
      expect(await pagesOf(asked)).toEqual(['http://localhost:8787'])
    expect(await pagesOf('https://shop.example:9999', addressOf(platform, undefined, { hasTls: true, isBehindProxy: false }))).toEqual([
      'https://shop.example:8787',
    ])
    expect(await pagesOf('https://shop.example:9999', addressOf(platform, undefined, proxied))).toEqual(['https://shop.example'])
    expect(await pagesOf('http://localhost:9999', addressOf(platform, undefined, proxied))).toEqual(['http://localhost:8787'])
    for (const publicUrl of ['https://shop.example', 'https://shop.example:8443']) {
      expect(await pagesOf('https://shop.example:9999', addressOf(platform, publicUrl))).toEqual([publicUrl])
      expect(await pagesOf('http://localhost:9999', addressOf(platform, publicUrl))).toEqual([publicUrl])
      const own = publicUrl.replace('shop', 'exchange')
      expect(await pagesOf('http://exchange.example:9999', addressOf(platform, publicUrl))).toEqual([own])
    }
    const { hosts, address } = addressOf(platform, undefined, proxied)
    for (const confirmed of ['https://shop.example:8443', 'https://other.example:8443'])
      await platform.transaction((tx) => hosts.confirm(tx, confirmed, false))
    expect(await address.ofPages('https://shop.example:9999')).toEqual(['https://shop.example', 'https://shop.example:8443'])
    await platform.transaction((tx) => hosts.remove(tx, 'shop.example'))
    expect(await address.ofPages('https://shop.example:9999')).toEqual(['https://shop.example'])
  })

  it('is the same on all public pages of a host, with the confirmed port or the server’s port', async () => {
    const platform = await open()
    const { hosts, address } = addressOf(platform)
    for (const asked of ['http://localhost:9999', 'http://one.localhost', 'http://127.9.9.9:1', 'http://[::1]'])
      expect(await address.ofPublicPage(asked)).toBe('http://localhost:8787')
    expect(await address.ofPublicPage('http://shop.example:9999')).toBe('http://shop.example:8787')
    await platform.transaction((tx) => hosts.confirm(tx, 'https://shop.example:8443', false))
    hosts.forget()
    for (const asked of ['http://shop.example:9999', 'https://shop.example'])
      expect(await address.ofPublicPage(asked)).toBe('https://shop.example:8443')
    const configured = addressOf(platform, 'https://shop.example').address
    expect(await configured.ofPublicPage('http://elsewhere.example:9999')).toBe('https://shop.example')
  })

  it('is PUBLIC_URL, except for a variant at a host of its own', async () => {
    const { address } = addressOf(await open(), 'https://shop.example')
    for (const [asked, answer] of [
      ['http://shop.example', 'https://shop.example'],
      ['http://exchange.example', 'https://exchange.example'],
      ['https://exchange.example:8443', 'https://exchange.example'],
      ['http://evil.example', 'https://shop.example'],
      ['http://localhost:8787', 'https://shop.example'],
      ['not an origin', 'https://shop.example'],
    ] as const) {
      expect(address.ofBrowser(asked)).toBe(answer)
      expect(await address.ofMail(asked)).toEqual({ origin: answer, isConfirmed: true })
    }
    expect(await address.mailTargets()).toEqual([
      { brand: 'Shop', origin: 'https://shop.example' },
      { brand: 'Paid', origin: 'https://exchange.example' },
    ])
  })

  it('has the server’s scheme at a variant’s own host if there is no PUBLIC_URL', async () => {
    const platform = await open()
    for (const [hasTls, isBehindProxy, scheme] of [
      [false, false, 'http'],
      [true, false, 'https'],
      [false, true, 'https'],
    ] as const) {
      const { address } = addressOf(platform, undefined, { hasTls, isBehindProxy })
      expect(await address.mailTargets()).toEqual([
        { brand: 'Shop', origin: `${scheme}://shop.example` },
        { brand: 'Paid', origin: `${scheme}://exchange.example` },
      ])
      const mailed = await address.ofMail('http://exchange.example')
      expect(mailed).toEqual({ origin: `${scheme}://exchange.example`, isConfirmed: true })
    }
  })

  it('has the port and scheme of PUBLIC_URL also at a variant’s own host', async () => {
    const { address } = addressOf(await open(), 'https://shop.example:8787')
    expect(address.ofBrowser('http://exchange.example')).toBe('https://exchange.example:8787')
    expect(address.ofBrowser('http://exchange.example:6666')).toBe('https://exchange.example:8787')
  })

  it('in mails is the variant’s own host, or an address that an admin confirmed for the variant, if there is no PUBLIC_URL', async () => {
    const platform = await open()
    const { address, hosts } = addressOf(platform)
    expect(address.ofBrowser('http://192.168.1.5:8787')).toBe('http://192.168.1.5:8787')
    for (const [asked, origin, isConfirmed] of [
      ['http://localhost:8787', 'http://localhost:8787', false],
      // a port that is neither the scheme's default nor the server's own may belong to another service
      ['http://localhost:6666', 'http://localhost', false],
      ['https://exchange.example:6666', 'https://exchange.example', true],
      ['https://exchange.example:8787', 'https://exchange.example:8787', true],
      ['not an origin', 'http://localhost:8787', false],
    ] as const)
      expect(await address.ofMail(asked)).toEqual({ origin, isConfirmed })
    const confirm = (origin: string) => platform.transaction((tx) => hosts.confirm(tx, origin, true))
    await confirm('https://till.example:8443')
    expect(await address.ofMail('http://localhost:8787')).toEqual({ origin: 'https://till.example:8443', isConfirmed: true })
    await confirm('https://second.example')
    expect(await address.ofMail('http://localhost:8787')).toEqual({ origin: 'https://second.example', isConfirmed: true })
    expect(await address.ofMail('https://exchange.example')).toEqual({ origin: 'https://exchange.example', isConfirmed: true })
  })
})
