import type { ShopServer } from './server.ts'
import { newId, runCommands } from './shop-data.ts'

/** A consignor of an end-to-end shop, with a username so that no screen asks for one. */
export type Consignor = {
  readonly uid: string
  readonly email: string
  readonly password: string
  readonly name: string
  readonly token: string
}

export async function joinShop(server: ShopServer, name: string): Promise<Consignor> {
  const username = name.toLowerCase().replace(/\W+/g, '-').slice(0, 20)
  const email = `${username}@example.org`
  const password = 'long enough'
  const made = await server.request<{ user: { id: string }; token: string }>('POST', '/identity/sign-up/email', { email, password, name })
  await server.request('POST', '/auth/set-username', { username }, made.token)
  return { uid: made.user.id, email, password, name, token: made.token }
}

/** Confirms somebody's e-mail with the code that a shop without a mail server keeps for its admins. */
export async function confirmEmail(server: ShopServer, adminToken: string, email: string, token: string): Promise<void> {
  const { mails } = await server.request<{ mails: { id: string; kind: string }[] }>('GET', `/admin/mails?q=${email}`, undefined, adminToken)
  const id = mails.find(({ kind }) => kind === 'accounts.emailProof')?.id
  const { text } = await server.request<{ text: string }>('GET', `/admin/mails/${id}`, undefined, adminToken)
  await server.request('POST', '/identity/prove-email', { code: /^\d{6}$/m.exec(text)?.[0] }, token)
}

type Given = {
  readonly name: string
  readonly barcode: string
  readonly quantity: number
  readonly location?: string
  readonly at?: number
}

/** Adds goods to a consignor's inventory, and answers the ids of the items. */
export async function giveGoods(server: ShopServer, adminToken: string, consignorId: string, goods: readonly Given[]): Promise<string[]> {
  const made = goods.map(({ name, barcode, quantity, location = '', at }) => {
    const id = newId()
    const args = { id, consignorId, texts: { itemName: name, barcode1: barcode, location }, quantity }
    return { id, command: { name: 'inventory.addConsignor', args, ...(at === undefined ? {} : { at }) } }
  })
  await runCommands(
    server,
    adminToken,
    made.map(({ command }) => command),
  )
  return made.map(({ id }) => id)
}

type Sold = {
  readonly itemId: string
  readonly consignorId: string
  readonly priceCents: number
  readonly shippingCents?: number
  readonly quantity?: number
  readonly percent?: number
  readonly at?: number
}

/** Records a sale as an admin and answers its id. */
export async function recordSaleOf(server: ShopServer, adminToken: string, sold: Sold): Promise<string> {
  const { itemId, consignorId, priceCents, shippingCents = 0, quantity = 1, percent = 50, at } = sold
  const saleId = newId()
  const args = {
    saleId,
    itemId,
    consignorId,
    salePriceCents: priceCents,
    shippingCostCents: shippingCents,
    quantity,
    consignorPercentage: percent,
  }
  await runCommands(server, adminToken, [{ name: 'sales.record', args, ...(at === undefined ? {} : { at }) }])
  return saleId
}
