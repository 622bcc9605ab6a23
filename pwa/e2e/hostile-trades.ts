import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Consignor, giveGoods } from './consignor.ts'
import type { ShopServer } from './server.ts'

/** Trades per batch. */
const BATCH = 16

/** Splits the given texts, and those of the JSON file that NAUGHTY_STRINGS names, into batches that fit a screen. Drops empty and repeated texts. */
export function batchesOf(own: readonly string[]): string[][] {
  const path = process.env.NAUGHTY_STRINGS
  const more = path === undefined ? [] : (JSON.parse(readFileSync(path, 'utf8')) as string[])
  const texts = [...new Set([...own, ...more].map((text) => text.trim()))].filter((text) => text !== '')
  return Array.from({ length: Math.ceil(texts.length / BATCH) }, (_, n) => texts.slice(n * BATCH, (n + 1) * BATCH))
}

/** A trade whose goods have this text as their name. Each line of its shipping address begins with the text, too. */
export type HostileTrade = { readonly text: string; readonly tradeId: string; readonly offerId: string }

type Sides = { readonly seller: Consignor; readonly buyer: Consignor }

/** Gives the seller goods with these names, and makes the buyer request each; `prefix` begins their barcodes. */
export async function askForAll(
  server: ShopServer,
  adminToken: string,
  { seller, buyer }: Sides,
  texts: readonly string[],
  prefix: string,
): Promise<HostileTrade[]> {
  const goods = texts.map((name, at) => ({ name, barcode: `${prefix}-${at}`, quantity: 2 }))
  await giveGoods(server, adminToken, seller.uid, goods)
  const made: HostileTrade[] = []
  for (const { name: text, barcode } of goods) {
    const line = text.slice(0, 200)
    const { tradeId, trade } = await server.request<{ tradeId: string; trade: { itemName: string; offers: { offerId: string }[] } }>(
      'POST',
      '/trades/request',
      {
        itemName: text,
        itemBarcode: barcode,
        quantity: 1,
        pricePerItem: 100,
        shippingAddress: { name: line, street: line, city: line, state: line, zip: line, country: line },
      },
      buyer.token,
    )
    made.push({ text: trade.itemName, tradeId, offerId: trade.offers[0]?.offerId ?? '' })
  }
  return made
}

/** Waits until the page shows each text unchanged, in an element of its own. */
export async function expectShown(page: Page, texts: readonly string[]): Promise<void> {
  const missing = () =>
    page.evaluate((wanted) => {
      const shown = new Set([...document.querySelectorAll('main bdi')].map(({ textContent }) => textContent))
      return wanted.filter((text) => !shown.has(text))
    }, texts)
  await expect.poll(missing, { timeout: 20_000 }).toEqual([])
}
