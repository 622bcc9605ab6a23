import { expect, it } from 'vitest'
import { silentLog } from '../platform/kernel/log.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { ShopAddress } from './shop-address.ts'

const isBrand = (origin: string) => ['exchange.example', 'shop.example'].includes(new URL(origin).hostname)

forEachDatabase('the shop’s address', (open) => {
  it('is PUBLIC_URL, except for a variant at a host of its own', async () => {
    const address = new ShopAddress(await open(), { publicUrl: 'https://shop.example', isBrand })
    for (const [asked, answer] of [
      ['http://shop.example', 'https://shop.example'],
      ['http://exchange.example', 'https://exchange.example'],
      ['https://exchange.example:8443', 'https://exchange.example'],
      ['http://evil.example', 'https://shop.example'],
      ['http://localhost:8787', 'https://shop.example'],
      ['not an origin', 'https://shop.example'],
    ] as const) {
      expect(address.ofBrowser(asked)).toBe(answer)
      expect(await address.ofMail(asked)).toBe(answer)
    }
  })

  it('has the port and scheme of PUBLIC_URL at every host of the shop', async () => {
    const address = new ShopAddress(await open(), { publicUrl: 'https://shop.example:8787', isBrand })
    expect(address.ofBrowser('http://exchange.example')).toBe('https://exchange.example:8787')
    expect(address.ofBrowser('http://exchange.example:6666')).toBe('https://exchange.example:8787')
  })

  it('is the request’s own without PUBLIC_URL, but in mails only where that is trusted', async () => {
    const { db } = await open()
    const address = new ShopAddress({ db, log: silentLog }, { publicUrl: undefined, isBrand })
    expect(address.ofBrowser('http://anything.example')).toBe('http://anything.example')
    for (const sure of ['http://localhost:8787', 'http://127.0.0.1:1', 'http://[::1]:1', 'https://exchange.example'])
      expect(await address.ofMail(sure)).toBe(sure)
    await expect(address.ofMail('http://evil.example')).rejects.toMatchObject({ code: 'ADDRESS_UNKNOWN' })
    address.noteAdmin('http://first.example')
    await expect.poll(() => address.ofMail('http://evil.example').catch(() => '')).toBe('http://first.example')
    address.noteAdmin('https://second.example')
    await expect.poll(() => address.ofMail('https://second.example')).toBe('https://second.example')
    expect(await address.ofMail('http://first.example')).toBe('http://first.example')
  })
})
