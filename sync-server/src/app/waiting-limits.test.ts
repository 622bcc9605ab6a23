import { addConsignorItem } from '@shop/shared/inventory/commands/add-item.ts'
import { massInputItems } from '@shop/shared/inventory/commands/mass-input-items.ts'
import { ITEM_LIMITS } from '@shop/shared/inventory/schema.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { CommandResult, QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { requestPayout } from '@shop/shared/payouts/commands/request-payout.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { MAX_WAITING, RETRY_WAITING } from '../platform/commands/waiting-replays.ts'
import { freshId, queued } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { sweepTraces } from './privacy/traces.ts'
import { asAcknowledged } from './testing/acknowledged.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from './testing/shop.ts'
import { queuedSale } from './testing/till-sales.ts'

type Person = { readonly uid: string; readonly token: string }

forEachDatabase('what waits in a restored shop', (open) => {
  let shop: TestShop
  let admin: Person
  let ann: Person & { readonly email: string }
  let lamp: string

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    admin = { token, uid: (await shop.ask('GET', '/auth/me', undefined, { token })).body.uid }
  }, 60_000)
  beforeEach(async () => {
    await shop.platform.confirmRestore()
    const email = `${freshId()}@example.org`
    ann = { ...(await shop.signUp(email)), email }
    lamp = freshId()
    const texts = { itemName: 'Lamp', barcode1: '036000291452' }
    await shop.platform.runCommand({ uid: admin.uid, role: 'admin', wasAdmin: true }, addConsignorItem, {
      ...{ id: lamp, consignorId: ann.uid, texts, quantity: 5 },
    })
    await shop.platform.db.updateTable('cluster').set({ restore_detected_at_ms: 1 }).execute()
  })

  const giveBack = async (who: Person, command: QueuedCommand, clientId = freshId()): Promise<string> => {
    const sealed = await asAcknowledged(shop, who, command, who === admin ? 'admin' : 'user')
    const { body } = await shop.ask('POST', '/sync/push', { clientId, protocol: PROTOCOL_VERSION, commands: [sealed] }, who)
    const [{ code, status }] = body.results as [CommandResult]
    return code ?? status
  }
  const waitingIds = async () =>
    (await shop.platform.db.selectFrom('waiting_replays').select('id').orderBy('id').execute()).map(({ id }) => id)
  const logged = async ({ id }: QueuedCommand) =>
    shop.platform.db.selectFrom('command_log').select(['status', 'code', 'args']).where('id', '=', id).executeTakeFirst()
  const saleOf = () => queuedSale([{ id: lamp, name: 'Lamp', consignorId: ann.uid, priceCents: 10_000 }], freshId())
  const request = () => queued(requestPayout, { payoutId: freshId(), uid: ann.uid, amountCents: 4_619, method: 'cashapp', handle: 'ann' })
  const payoutCount = async () => (await shop.platform.db.selectFrom('payouts').select('id').where('uid', '=', ann.uid).execute()).length

  it('is limited for each person: what comes beyond that ends refused, and others still have room', async () => {
    const barcodes = (length: number) => Array.from({ length: 1_000 }, () => ({ id: freshId(), barcode: 'x'.repeat(length) }))
    const long = () =>
      queued(massInputItems, { consignorId: freshId(), itemName: 'Book', location: '', entries: barcodes(ITEM_LIMITS.barcode) })
    const size = JSON.stringify(long()).length
    const answers: string[] = []
    for (let sent = 0; sent < MAX_WAITING.chars; sent += size) answers.push(await giveBack(admin, long()))
    expect(answers).toEqual([...answers.slice(1).map(() => 'REPLAY_WAITS'), 'CONSIGNOR_NOT_FOUND'])
    // one that waits already may come again
    const [id] = await waitingIds()
    const again = await shop.platform.db
      .selectFrom('waiting_replays')
      .selectAll()
      .where('id', '=', id as string)
      .executeTakeFirstOrThrow()
    expect(await giveBack(admin, JSON.parse(again.queued) as QueuedCommand, again.client_id)).toBe('REPLAY_WAITS')
    expect(await giveBack(ann, request())).toBe('REPLAY_WAITS')
    expect(await waitingIds()).toHaveLength(answers.length)
  })

  it('is tried again by one job, however many pushes ask for it', async () => {
    await shop.platform.jobs.drain()
    for (let n = 0; n < 3; n++) expect(await giveBack(ann, request())).toBe('REPLAY_WAITS')
    const jobs = await shop.platform.db.selectFrom('jobs').select('id').where('kind', '=', RETRY_WAITING).execute()
    expect(jobs).toHaveLength(1)
  })

  it('is not done for an account that was closed meanwhile', async () => {
    const wish = request()
    expect(await giveBack(ann, wish)).toBe('REPLAY_WAITS')
    await shop.platform.db.updateTable('users').set({ closed_at_ms: 1 }).where('id', '=', ann.uid).execute()
    expect(await giveBack(admin, saleOf())).toBe('done')
    await shop.platform.jobs.drain()
    expect([await waitingIds(), await payoutCount()]).toEqual([[wish.id], 0])
    await shop.platform.confirmRestore()
    expect([await waitingIds(), await payoutCount(), (await logged(wish))?.code]).toEqual([[], 0, 'BALANCE_TOO_LOW'])
  })

  it('stays for a server that knows the command, where this one is older', async () => {
    const wish = request()
    expect(await giveBack(ann, wish)).toBe('REPLAY_WAITS')
    await shop.platform.db
      .updateTable('waiting_replays')
      .set({ queued: JSON.stringify({ ...wish, version: 99 }) })
      .execute()
    expect(await giveBack(admin, saleOf())).toBe('done')
    await shop.platform.jobs.drain()
    expect([await waitingIds(), await logged(wish)]).toEqual([[wish.id], undefined])
    await shop.platform.db
      .updateTable('waiting_replays')
      .set({ queued: JSON.stringify({ ...wish, name: 'payouts.ofLater' }) })
      .execute()
    await shop.platform.confirmRestore()
    expect([await waitingIds(), (await logged(wish))?.code]).toEqual([[], 'BALANCE_TOO_LOW'])
  })

  it('ends without its arguments when it names somebody who is erased', async () => {
    const other = await shop.signUp(`${freshId()}@example.org`)
    const about = queued(requestPayout, { payoutId: freshId(), uid: ann.uid, amountCents: 1, method: 'venmo', handle: 'ann-pays' })
    expect(await giveBack(admin, about)).toBe('REPLAY_WAITS')
    const wish = queued(requestPayout, { ...(request().args as object), uid: other.uid } as never)
    expect(await giveBack(other, wish)).toBe('REPLAY_WAITS')
    await sweepTraces(shop.platform, { uid: ann.uid, emails: [ann.email], thingIds: [], values: [] })
    expect(await waitingIds()).toEqual([wish.id])
    expect(await logged(about)).toMatchObject({ status: 'rejected', args: null })
  })

  it('ends only if the answer of the admin is recorded', async () => {
    const wish = request()
    expect(await giveBack(ann, wish)).toBe('REPLAY_WAITS')
    const failed = shop.platform.confirmRestore(() => Promise.reject(new Error('the audit log is full')))
    await expect(failed).rejects.toThrow('the audit log is full')
    expect([await waitingIds(), await shop.platform.restoreDetectedAtMs()]).toEqual([[wish.id], 1])
    const undone = shop.platform.confirmRestore((also) =>
      shop.platform.db.transaction().execute(async (tx) => {
        await also(tx)
        throw new Error('the answer was not kept')
      }),
    )
    await expect(undone).rejects.toThrow('the answer was not kept')
    expect([await waitingIds(), await shop.platform.restoreDetectedAtMs(), await logged(wish)]).toEqual([[wish.id], 1, undefined])
    expect((await shop.ask('POST', '/admin/restore/confirm', {}, admin)).status).toBe(200)
    expect([await waitingIds(), await shop.platform.restoreDetectedAtMs(), (await logged(wish))?.code]).toEqual([
      [],
      null,
      'BALANCE_TOO_LOW',
    ])
  })
})
