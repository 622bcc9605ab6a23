import { randomBytes } from 'node:crypto'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { CommandResult } from '@shop/shared/kernel/wire.ts'
import type { ShopServer } from './server.ts'

export const newId = () => uuidv7(Date.now(), randomBytes(10))

/** Origin of links that lead nowhere on every machine. Its first label is too long for a host name, so no name server is asked. */
export const UNREACHABLE_RETAILER = `http://${'a'.repeat(64)}.amazon.com`

export type Goods = { id: string; name: string; barcode: string; priceCents: number; quantity: number }

const gtin12 = (body: string) => {
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return body + ((10 - (sum % 10)) % 10)
}

/** Makes `count` goods with valid UPC-A codes and asking prices from $1.00 upwards. */
export function makeGoods(count: number, quantity = 100): Goods[] {
  return Array.from({ length: count }, (_, index) => ({
    id: newId(),
    name: `Goods number ${index + 1}`,
    barcode: gtin12(`0${String(80_000_000_00 + index).padStart(10, '0')}`),
    priceCents: 100 + index * 25,
    quantity,
  }))
}

/** `version`: that of the arguments, 1 by default. `at`: time of the command, now by default. */
type Command = { readonly name: string; readonly version?: number; readonly args: unknown; readonly at?: number }

/** Pushes commands as a new device would. Throws unless each succeeds. */
export async function runCommands(server: ShopServer, token: string, commands: readonly Command[]): Promise<void> {
  const clientId = newId()
  for (let from = 0; from < commands.length; from += 100) {
    const batch = commands
      .slice(from, from + 100)
      .map(({ name, version = 1, args, at = Date.now() }) => ({ id: newId(), name, version, args, at }))
    const { results } = await server.request<{ results: CommandResult[] }>(
      'POST',
      '/sync/push',
      { clientId, protocol: PROTOCOL_VERSION, commands: batch },
      token,
    )
    const bad = results.find((result) => result.status !== 'done')
    if (bad) throw new Error(`${batch.find((command) => command.id === bad.id)?.name}: ${bad.status} ${bad.message}`)
  }
}

/** Adds goods to the shop's own stock. */
export function stock(server: ShopServer, token: string, goods: readonly Goods[]): Promise<void> {
  return runCommands(
    server,
    token,
    goods.map(({ id, name, barcode, priceCents, quantity }) => ({
      name: 'inventory.addMaster',
      args: { id, texts: { itemName: name, barcode1: barcode, priceCents }, quantity },
    })),
  )
}

type TillLine = {
  readonly itemName: string
  readonly unitPriceCents: number
  readonly itemId?: string
  readonly barcode?: string
  readonly consignorId?: string
  readonly consignorName?: string
}

/** Command of a till that sells one piece of each line, outside the stock unless it has an `itemId`, with one tender. */
export function tillSale(receiptNumber: string, lines: readonly TillLine[], tender: { readonly kind: string; readonly label: string }) {
  const line = { itemId: null, barcode: '', imageUrl: '', consignorId: null, consignorName: '', quantity: 1, consignorPercentage: 50 }
  const amountCents = lines.reduce((sum, { unitPriceCents }) => sum + unitPriceCents, 0)
  const args = {
    saleId: newId(),
    displayId: 'POS-1',
    receiptNumber,
    cartId: newId(),
    taxRateBps: 825,
    consignorPercentage: 50,
    lines: lines.map((sold) => ({ ...line, ...sold, id: newId() })),
    tenders: [{ ...tender, amountCents, givenCents: null }],
  }
  return { name: 'sales.completePosSale', args }
}
