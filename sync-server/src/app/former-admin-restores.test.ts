import { join } from 'node:path'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { saveCart } from '@shop/shared/pos/commands/save-cart.ts'
import type { SuspendedSale } from '@shop/shared/pos/schema.ts'
import { settleSuspendedArgs, settleSuspendedSale } from '@shop/shared/sales/commands/settle-suspended-sale.ts'
import { suspendedIdOf } from '@shop/shared/sales/rules/sold-pieces.ts'
import { describe, expect, it } from 'vitest'
import { selectRows } from '../platform/database/collection-table.ts'
import { freshId, queued } from '../platform/testing/commands.ts'
import { suspendedSalesTable } from '../pos/tables.ts'
import { setRoleByEmail } from './cli/admin-commands.ts'
import { runBackup, runRestore } from './cli/backup-commands.ts'
import { openShop, say, shopEnvironment } from './testing/restorable-shop.ts'
import { ADMIN_EMAIL, type TestShop } from './testing/shop.ts'
import { queuedSale } from './testing/till-sales.ts'

type Person = { readonly token: string }

describe.each(['pglite', 'postgres'] as const)('work of a former admin that a restored shop on %s gets again', (kind) => {
  const push = async (shop: TestShop, person: Person, clientId: string, commands: readonly QueuedCommand[]) => {
    const { body } = await shop.ask('POST', '/sync/push', { clientId, protocol: PROTOCOL_VERSION, commands }, person)
    return body.results.map(({ status, code }: { status: string; code?: string }) => code ?? status)
  }
  /** Answers the commands with their seals, as the device returns them after a restore. */
  const sealed = async (shop: TestShop, { token }: Person, clientId: string, commands: readonly QueuedCommand[]) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' }
    const started = await shop.server.fetch(new Request(`http://localhost/api/sync/start?protocol=${PROTOCOL_VERSION}`, { headers }))
    const { cursor } = JSON.parse((await started.text()).split('\n')[0] ?? '')
    const { body } = await shop.ask('POST', '/sync/pull', { clientId, protocol: PROTOCOL_VERSION, cursor, everyResult: true }, { token })
    const seals = new Map<string, string>(body.results.map(({ id, seal }: { id: string; seal: string }) => [id, seal]))
    return commands.map((command) => ({ ...command, replay: true, seal: seals.get(command.id) as string }))
  }
  const saleOf = () => queuedSale([{ id: freshId(), name: 'Cup', consignorId: null, priceCents: 100 }], freshId())

  it.each(['before', 'after'] as const)(
    'waits in its author’s name, with a backup from %s the loss of the role',
    { timeout: 300_000 },
    async (when) => {
      const { dir, env } = await shopEnvironment(kind)
      const file = join(dir, 'shop.backup')
      let shop = await openShop(env)
      const { uid } = await shop.signUp('eve@example.org')
      const setRole = (role: 'admin' | 'user') => setRoleByEmail(shop.platform, 'eve@example.org', role, { vouches: true })
      await setRole('admin')
      if (when === 'before') await say(runBackup, [file], env)
      await setRole('user')
      if (when === 'after') await say(runBackup, [file], env)
      const [own, handedIn, device] = [saleOf(), { ...saleOf(), madeBy: [uid] }, freshId()]
      const lost: QueuedCommand[] = []
      for (const [email, command] of [
        ['eve@example.org', own],
        [ADMIN_EMAIL, handedIn],
      ] as const) {
        const person = { token: await shop.signIn(email) }
        expect(await push(shop, person, device, [command])).toEqual(['done'])
        lost.push(...(await sealed(shop, person, device, [command])))
      }
      await shop.server.close()
      await say(runRestore, [file, '--replace'], env)

      shop = await openShop(env)
      const [ownAgain, handedInAgain] = lost as [QueuedCommand, QueuedCommand]
      expect(await push(shop, { token: await shop.signIn('eve@example.org') }, device, [ownAgain])).toEqual(['done'])
      expect(await push(shop, { token: await shop.signIn(ADMIN_EMAIL) }, device, [handedInAgain])).toEqual(['done'])
      const ids = [own, handedIn].map(({ args }) => suspendedIdOf((args as { saleId: string }).saleId))
      const waiting = await shop.platform.db.selectFrom('suspended_sales').select(['id', 'by_uid']).execute()
      expect(new Map(waiting.map((one) => [one.id, one.by_uid]))).toEqual(new Map(ids.map((id) => [id, uid])))
      expect(await shop.platform.db.selectFrom('pos_sales').select('id').execute()).toEqual([])
    },
  )

  it('is ignored again if it was ignored, and settled again as of the first receipt of the decision', { timeout: 300_000 }, async () => {
    const { dir, env } = await shopEnvironment(kind)
    const file = join(dir, 'shop.backup')
    let shop = await openShop(env)
    await shop.signUp('eve@example.org')
    const setRole = (role: 'admin' | 'user') => setRoleByEmail(shop.platform, 'eve@example.org', role, { vouches: true })
    await setRole('admin')
    await say(runBackup, [file], env)
    await setRole('user')
    const waiting = async () => (await selectRows<SuspendedSale>(shop.platform.db, suspendedSalesTable))[0] as SuspendedSale
    const carts = () => shop.platform.db.selectFrom('carts').select('id').execute()
    const fields = { id: freshId(), status: 'open', label: '', clientId: freshId(), lines: [], consignorPercentage: 50, saleId: null }
    const cart = queued(saveCart, { cart: { ...fields, createdAtMs: 1, updatedAtMs: 1, byUid: '' } })
    const devices = { eve: freshId(), admin: freshId() }
    const eves = [cart, saleOf()]
    expect(await push(shop, { token: await shop.signIn('eve@example.org') }, devices.eve, eves)).toEqual(['done', 'done'])
    const decision = queued(settleSuspendedSale, settleSuspendedArgs(await waiting(), 'accept'), { at: Date.now() - 3_600_000 })
    expect(await push(shop, { token: await shop.signIn(ADMIN_EMAIL) }, devices.admin, [decision])).toEqual(['done'])
    const first = await waiting()
    const handBack = async () => {
      const people = { eve: { token: await shop.signIn('eve@example.org') }, admin: { token: await shop.signIn(ADMIN_EMAIL) } }
      return {
        people,
        eve: await sealed(shop, people.eve, devices.eve, eves),
        admin: await sealed(shop, people.admin, devices.admin, [decision]),
      }
    }
    const lost = await handBack()
    await shop.server.close()
    await say(runRestore, [file, '--replace'], env)

    shop = await openShop(env)
    expect(await push(shop, { token: await shop.signIn('eve@example.org') }, devices.eve, lost.eve)).toEqual(['done', 'done'])
    expect(await push(shop, { token: await shop.signIn(ADMIN_EMAIL) }, devices.admin, lost.admin)).toEqual(['done'])
    expect([await carts(), await waiting()]).toEqual([[], first])
    // so the next restore learns the same
    const again = await handBack()
    expect([again.eve, again.admin]).toEqual([lost.eve, lost.admin])
  })

  it('is refused without a seal while the shop knows its author only as a consignor', { timeout: 300_000 }, async () => {
    const { dir, env } = await shopEnvironment(kind)
    const file = join(dir, 'shop.backup')
    let shop = await openShop(env)
    await shop.signUp('eve@example.org')
    await say(runBackup, [file], env)
    await setRoleByEmail(shop.platform, 'eve@example.org', 'admin', { vouches: true })
    await shop.server.close()
    await say(runRestore, [file, '--replace'], env)

    shop = await openShop(env)
    const [person, device, unsent] = [{ token: await shop.signIn('eve@example.org') }, freshId(), saleOf()]
    expect(await push(shop, person, device, [unsent])).toEqual(['FORBIDDEN'])
    await setRoleByEmail(shop.platform, 'eve@example.org', 'admin', { vouches: true })
    // the device sends a refused command again under a new id
    expect(await push(shop, person, device, [{ ...unsent, id: freshId() }])).toEqual(['done'])
    expect(await shop.platform.db.selectFrom('pos_sales').select('id').execute()).toHaveLength(1)
  })
})
