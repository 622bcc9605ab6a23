import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { saveCart } from '@shop/shared/pos/commands/save-cart.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { freshId, queued } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { setRoleByEmail } from './cli/admin-commands.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from './testing/shop.ts'
import { queuedSale } from './testing/till-sales.ts'

type Person = { readonly token: string }

forEachDatabase('a former admin who knows the id of a till’s next sale', (open) => {
  let shop: TestShop
  let admin: Person
  let eve: Person
  let sale: QueuedCommand

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    admin = { token: await shop.signIn(ADMIN_EMAIL) }
    eve = await shop.signUp('eve@example.org')
    for (const role of ['admin', 'user'] as const) await setRoleByEmail(shop.platform, 'eve@example.org', role, { vouches: true })
  }, 60_000)
  beforeEach(() => {
    sale = queuedSale([{ id: freshId(), name: 'Cup', consignorId: null, priceCents: 100 }], freshId())
  })

  const push = async (person: Person, command: QueuedCommand): Promise<string> => {
    const { body } = await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands: [command] }, person)
    return body.results[0].code ?? body.results[0].status
  }
  const cartUnder = (id: string): QueuedCommand => {
    const cart = {
      ...{ id: freshId(), status: 'open', label: '', clientId: freshId(), lines: [], consignorPercentage: 50, saleId: null },
      createdAtMs: 1,
      updatedAtMs: 1,
      byUid: '',
    }
    return { ...queued(saveCart, { cart: cart as never }), id }
  }
  const bookedBy = async ({ args }: QueuedCommand) => {
    const { saleId } = args as { saleId: string }
    return await shop.platform.db.selectFrom('pos_sales').select('by_uid').where('id', '=', saleId).executeTakeFirst()
  }

  it('cannot keep the sale out of the books by saving a cart under the sale’s id, because a former admin’s cart is not saved', async () => {
    expect(await push(eve, cartUnder(sale.id))).toBe('done')
    expect(await push(eve, cartUnder(sale.id))).toBe('ID_REUSED')
    expect(await push(admin, sale)).toBe('done')
    expect(await bookedBy(sale)).toBeDefined()
    expect(await push(admin, sale)).toBe('done')
    expect(await push(eve, cartUnder(sale.id))).toBe('ID_REUSED')
  })

  it('cannot hide the sale behind one of their own: the till is told, and its sale is booked under another id', async () => {
    const own = queuedSale([{ id: freshId(), name: 'Pot', consignorId: null, priceCents: 1 }], freshId())
    expect(await push(eve, { ...own, id: sale.id })).toBe('done')
    expect(await push(admin, sale)).toBe('ID_REUSED')
    expect(await push(admin, { ...sale, id: freshId() })).toBe('done')
    expect(await bookedBy(sale)).toBeDefined()
  })
})
