import { join } from 'node:path'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { markPayoutPaid } from '@shop/shared/payouts/commands/mark-payout-paid.ts'
import { requestPayout } from '@shop/shared/payouts/commands/request-payout.ts'
import { submitShipment } from '@shop/shared/shipments/commands/submit-shipment.ts'
import { expect, it } from 'vitest'
import { freshId, queued } from '../../platform/testing/commands.ts'
import { forEachDatabase } from '../../platform/testing/databases.ts'
import { checkBooks } from '../../sales/examine-books.ts'
import { runBackup, runRestore } from '../cli/backup-commands.ts'
import { marksIn } from '../testing/known-person.ts'
import { openShop, say, shopEnvironment } from '../testing/restorable-shop.ts'
import { ADMIN_EMAIL, type TestShop } from '../testing/shop.ts'

const idsOf = (commands: readonly QueuedCommand[]) => commands.map(({ id }) => id)

forEachDatabase('a payout to a person who is erased again after a restore', (_open, kind) => {
  it('comes back into the books from an admin’s device, without the handle; a box does not', { timeout: 300_000 }, async () => {
    const { dir, env } = await shopEnvironment(kind)
    const file = join(dir, 'shop.backup')
    let shop = await openShop(env)
    let token = await shop.signIn(ADMIN_EMAIL)
    const clientId = freshId()
    const push = async (one: TestShop, commands: readonly QueuedCommand[]) => {
      const { body } = await one.ask('POST', '/sync/push', { clientId, protocol: PROTOCOL_VERSION, commands }, { token })
      return body.results.map(({ status, code }: { status: string; code?: string }) => code ?? status)
    }
    const { uid } = await shop.signUp('zelda@windmill.example')
    await shop.ask('POST', '/sales/custom', { consignorID: uid, itemName: 'Lamp', amount: 40 }, { token })
    await say(runBackup, [file], env)

    // the restore loses this sale, and so the second payout is refused
    await shop.ask('POST', '/sales/custom', { consignorID: uid, itemName: 'Lamp', amount: 10 }, { token })
    const [payoutId, refusedId] = [freshId(), freshId()]
    const wish = { uid, method: 'cashapp', handle: '$zqcash' }
    const commands = [
      queued(requestPayout, { ...wish, payoutId, amountCents: 4_000 }),
      queued(markPayoutPaid, { payoutId, uid }),
      queued(requestPayout, { ...wish, payoutId: refusedId, amountCents: 1_000 }),
      queued(markPayoutPaid, { payoutId: refusedId, uid }),
      queued(submitShipment, { id: freshId(), uid, carrier: 'UPS', trackingNumber: '1ZQ999' }),
    ]
    expect(await push(shop, commands)).toEqual(commands.map(() => 'done'))
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' }
    const started = await shop.server.fetch(new Request(`http://localhost/api/sync/start?protocol=${PROTOCOL_VERSION}`, { headers }))
    const { cursor } = JSON.parse((await started.text()).split('\n')[0] ?? '')
    const pull = { clientId, protocol: PROTOCOL_VERSION, cursor, everyResult: true }
    const { results } = (await shop.ask('POST', '/sync/pull', pull, { token })).body as { results: { id: string; seal: string }[] }
    const returned = commands.map((one) => ({ ...one, replay: true, seal: results.find(({ id }) => id === one.id)?.seal as string }))
    const { name } = (await shop.ask('GET', `/auth/users/${uid}/erasure`, undefined, { token })).body
    expect((await shop.ask('POST', `/auth/users/${uid}/erase`, { name }, { token })).status).toBe(200)
    await shop.platform.jobs.drain()
    await shop.server.close()
    await say(runRestore, [file, '--replace'], env)

    shop = await openShop(env)
    token = await shop.signIn(ADMIN_EMAIL)
    const waits = 'REPLAY_WAITS'
    // without a later sweep, which would hide what the log keeps
    await shop.platform.jobs.drain()
    expect(await push(shop, returned)).toEqual(['done', 'done', waits, waits, waits])
    expect((await shop.ask('POST', '/admin/restore/confirm', {}, { token })).status).toBe(200)
    const ended = shop.platform.db
      .selectFrom('command_log')
      .select(['name', 'status'])
      .where('id', 'in', idsOf(commands.slice(2)))
    const refused = commands.slice(2).map(({ name }) => ({ name, status: 'rejected' }))
    expect(new Set(await ended.execute())).toEqual(new Set(refused))
    const payouts = await shop.platform.db.selectFrom('payouts').select(['id', 'amount_cents', 'handle', 'status']).execute()
    expect(payouts).toEqual([{ id: payoutId, amount_cents: 4_000, handle: '', status: 'paid' }])
    const balance = shop.platform.db.selectFrom('balances').select(['available_cents', 'held_cents']).where('id', '=', uid)
    expect(await balance.executeTakeFirst()).toEqual({ available_cents: 0, held_cents: 0 })
    const { zqcash } = await marksIn(shop)
    expect(zqcash).toBeUndefined()
    expect(await checkBooks(shop.platform.db)).toEqual([])
  })
})
