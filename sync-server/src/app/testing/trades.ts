import { expect } from 'vitest'
import { ADMIN_EMAIL, type Answer, type TestShop } from './shop.ts'

export type Person = { readonly uid: string; readonly token: string }

/** A shipping address in the form the app sends. */
export const ADDRESS = { name: 'Bea Buyer', street: '1 Lane', city: 'Town', state: 'TX', zip: '75001', country: 'USA' }

/** Opens a shop with an admin and the steps that tests of trades need. */
export async function tradingShop(shop: TestShop) {
  const admin = { token: await shop.signIn(ADMIN_EMAIL) }
  const ok = async (asked: Promise<Answer>): Promise<Answer['body']> => {
    const { status, body } = await asked
    expect([status, body.message]).toEqual([200, body.message])
    return body
  }
  const ask = (method: string, path: string, by: { token: string }, body?: unknown) => shop.ask(method, path, body, by)
  return {
    shop,
    admin,
    ok,
    ask,
    async join(name: string, dollars = 0): Promise<Person> {
      const person = await shop.signUp(`${name}@example.org`)
      if (dollars > 0) await ok(ask('PUT', `/sales/balance/${person.uid}`, admin, { balance: dollars, reason: 'for the test' }))
      return person
    },
    /** Gives a user an item and answers its id. */
    async stock(owner: Person, barcode1: string, quantity: number, more: object = {}): Promise<string> {
      const item = { consignorID: owner.uid, itemName: `Lamp ${barcode1}`, barcode1, quantity, ...more }
      return (await ok(ask('POST', '/inventory/consignor', admin, item))).id
    },
    request: (buyer: Person, itemBarcode: string, more: object = {}) =>
      ask('POST', '/trades/request', buyer, {
        itemName: 'Lamp',
        itemBarcode,
        quantity: 1,
        pricePerItem: 1_000,
        shippingAddress: ADDRESS,
        ...more,
      }),
    answer: (who: Person, offerId: string, act: string, body?: object) => ask('POST', `/trades/offers/${offerId}/${act}`, who, body),
    async received(seller: Person) {
      return (await ok(ask('GET', '/trades/offers/my-offers', seller))).received
    },
    async sent(buyer: Person) {
      return (await ok(ask('GET', '/trades/offers/my-offers', buyer))).sent
    },
    /** Reads the available balance in dollars. */
    async balance(who: Person): Promise<number> {
      return (await ok(ask('GET', '/auth/me', who))).balance
    },
    async quantityOf(itemId: string): Promise<number> {
      const { items } = await ok(ask('GET', '/inventory/search?limit=500', admin))
      return items.find(({ id }: { id: string }) => id === itemId)?.quantity
    },
  }
}

export type TradingShop = Awaited<ReturnType<typeof tradingShop>>
