import { saveCart } from '@shop/shared/pos/commands/save-cart.ts'
import { type Cart, ENDED_CART_DAYS } from '@shop/shared/pos/schema.ts'
import { expect, it } from 'vitest'
import { ADMIN_EMAIL, OPENED, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

const DAY_MS = 86_400_000

forEachDatabase('the nightly tidying of carts', (open) => {
  it('removes from every device the carts that ended long ago, even more than a thousand', async () => {
    const shop = await testShop(await open(), OPENED)
    const { platform } = shop
    const token = await shop.signIn(ADMIN_EMAIL)
    const { uid } = (await shop.ask('GET', '/auth/me', undefined, { token })).body
    const actor = { uid, role: 'admin', wasAdmin: false } as const
    const save = async (status: Cart['status'], daysAgo: number) => {
      const cart = { id: freshId(), status, label: '', clientId: freshId(), lines: [], consignorPercentage: 50, saleId: null }
      const atMs = platform.nowMs() - daysAgo * DAY_MS
      await platform.runCommand(actor, saveCart, { cart: { ...cart, createdAtMs: 1, updatedAtMs: 1, byUid: uid } }, { atMs })
      return cart.id
    }
    const kept = [await save('open', 400), await save('parked', 400), await save('discarded', ENDED_CART_DAYS - 1)]
    const ended = await save('discarded', ENDED_CART_DAYS + 1)
    await sql`insert into carts (id, status, label, client_id, lines, consignor_percentage, created_at_ms, updated_at_ms, by_uid, audience)
      select gen_random_uuid()::text, 'completed', '', '', '[]', 50, 1, n, '', '{admins}' from generate_series(1, 1100) n`.execute(
      platform.db,
    )

    const stream = new Request('http://localhost/api/sync/start?protocol=1', { headers: { authorization: `Bearer ${token}` } })
    const { cursor } = JSON.parse((await (await shop.server.fetch(stream)).text()).split('\n')[0] ?? '')
    await sql`update jobs set run_at = now() where kind = 'pos.tidyCarts'`.execute(platform.db)
    await platform.jobs.drain()
    const { rows } = await sql<{ id: string }>`select id from carts order by id`.execute(platform.db)
    expect(rows.map(({ id }) => id)).toEqual(kept.sort())
    const pulled = (await shop.ask('POST', '/sync/pull', { clientId: freshId(), protocol: 1, cursor }, { token })).body
    expect(pulled.changes.carts.remove).toContain(ended)
    expect(pulled.changes.carts.remove).toHaveLength(1_101)
  })
})
