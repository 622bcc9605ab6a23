import { kernelRefusals } from '@shop/shared/kernel/errors.ts'
import { MAX_COMMAND, MAX_CONSIGNOR_COMMAND, MAX_PUSH_COMMANDS } from '@shop/shared/kernel/limits.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { checkStock } from '../../inventory/examine-stock.ts'
import { checkBooks } from '../../sales/examine-books.ts'
import { openShop, TestClient } from '../testing/client.ts'
import {
  addItem,
  admin,
  consignor,
  credit,
  explode,
  freshId,
  poison,
  putUser,
  queued,
  renameByBarcode,
  renameItem,
  stateFact,
  system,
  takeItem,
} from '../testing/commands.ts'
import { forEachDatabase } from '../testing/databases.ts'
import { hashOf } from './command-log.ts'
import { sealOf } from './seals.ts'

forEachDatabase('push', (open) => {
  it('runs a command exactly once when several devices and people send it several times', async () => {
    const platform = await openShop(open)
    const [till, clone, other] = [new TestClient(platform, admin), new TestClient(platform, admin), new TestClient(platform, consignor)]
    const id = freshId()
    await till.push(queued(addItem, { id, stock: 10 }))
    const take = queued(takeItem, { id, quantity: 3 })
    const results = [...(await till.push(take, take)), ...(await till.push(take)), ...(await clone.push(take)), ...(await other.push(take))]
    expect(results).toEqual(Array(5).fill({ id: take.id, status: 'done' }))
    await till.start()
    await till.pull()
    expect(till.row('items', id)).toMatchObject({ stockCount: 7 })
    expect(await checkStock(platform.db)).toEqual([])
  })

  it('does not take a consignor’s command for done when another consignor has sent the same command', async () => {
    const platform = await openShop(open)
    const other = { uid: freshId(), role: 'user', wasAdmin: false } as const
    await platform.runCommand(system, putUser, { id: other.uid, role: 'user' })
    const [phone, stranger, office] = [consignor, other, admin].map((actor) => new TestClient(platform, actor))
    const add = queued(addItem, { id: freshId() })
    expect(await stranger?.push(add)).toMatchObject([{ status: 'done' }])
    expect(await phone?.push(add)).toMatchObject([{ status: 'rejected', code: 'ID_REUSED' }])
    await expect(platform.runCommand(consignor, addItem, add.args, { id: add.id })).rejects.toMatchObject({ code: 'ID_REUSED' })
    // an admin may send another person's work
    expect(await office?.push(add)).toMatchObject([{ status: 'done' }])
  })

  it('answers every copy of one command when many copies arrive together', async () => {
    const platform = await openShop(open)
    const id = freshId()
    await new TestClient(platform, admin).push(queued(addItem, { id, stock: 10 }))
    const take = queued(takeItem, { id, quantity: 1 })
    const all = await Promise.all(Array.from({ length: 8 }, () => new TestClient(platform, admin).push(take)))
    expect(all).toEqual(Array(8).fill([{ id: take.id, status: 'done' }]))
    const { rows } = await sql<{ stock_count: number }>`select stock_count from items where id = ${id}`.execute(platform.db)
    expect(rows).toEqual([{ stock_count: 9 }])
  })

  it('refuses an id that was used for something else, and changes nothing', async () => {
    const platform = await openShop(open)
    const till = new TestClient(platform, admin)
    const first = queued(addItem, { id: freshId() })
    const again = { ...first, args: { id: freshId() } }
    await till.push(first)
    expect(await till.push(again, queued(addItem, { id: freshId() }))).toMatchObject([
      { status: 'rejected', code: 'ID_REUSED' },
      { status: 'done' },
    ])
    expect(await till.push({ ...first, args: { ...(first.args as object) } })).toMatchObject([{ status: 'done' }])
    await till.start()
    await till.pull()
    expect(till.rows.get('items')?.size).toBe(2)
    expect(till.results.get(first.id)).toMatchObject({ status: 'done' })
  })

  it('stores a refusal, drops the writes of the refused command, and runs the commands behind it', async () => {
    const platform = await openShop(open)
    const till = new TestClient(platform, admin)
    const id = freshId()
    const tooMany = queued(takeItem, { id, quantity: 5 })
    expect(await till.push(queued(addItem, { id, stock: 4 }), tooMany, queued(takeItem, { id, quantity: 4 }))).toMatchObject([
      { status: 'done' },
      { status: 'rejected', code: 'TEST_SHORT', message: 'Not that many left' },
      { status: 'done' },
    ])
    await till.push(queued(addItem, { id: freshId(), stock: 9 }))
    expect(await till.push(tooMany)).toMatchObject([{ status: 'rejected', code: 'TEST_SHORT' }])
    await till.start()
    await till.pull()
    expect(till.results.get(tooMany.id)).toMatchObject({ status: 'rejected', code: 'TEST_SHORT' })
  })

  it('rejects only the command with invalid arguments, and names the field', async () => {
    const platform = await openShop(open)
    const till = new TestClient(platform, admin)
    const id = freshId()
    const deep = Array.from({ length: 200 }).reduce((inner) => ({ inner }), 1 as unknown)
    expect(
      await till.push(
        queued(addItem, { id, stock: 1 }),
        queued(takeItem, { id, quantity: 1.5 }),
        queued(takeItem, deep),
        queued(takeItem, null),
        queued(takeItem, { id, quantity: 1 }),
      ),
    ).toMatchObject([
      { status: 'done' },
      { status: 'rejected', code: 'INVALID', fields: { quantity: 'A whole number, please' } },
      { status: 'rejected', code: 'INVALID' },
      { status: 'rejected', code: 'INVALID' },
      { status: 'done' },
    ])
  })

  it('stores a command as failed when it throws, and runs the commands behind it', async () => {
    const platform = await openShop(open)
    const till = new TestClient(platform, admin)
    const ids = [freshId(), freshId(), freshId()]
    const [bug, bad] = [queued(explode, { id: 'x' }), queued(poison, { id: freshId() })]
    const results = await till.push(
      queued(addItem, { id: ids[0] }),
      bug,
      queued(addItem, { id: ids[1] }),
      bad,
      queued(addItem, { id: ids[2] }),
    )
    expect(results.map(({ status }) => status)).toEqual(['done', 'failed', 'done', 'failed', 'done'])
    expect(await till.push(bug)).toMatchObject([{ status: 'failed', code: 'FAILED' }])
    await till.start()
    await till.pull()
    expect(till.rows.get('items')?.size).toBe(3)
    expect(till.results.get(bad.id)).toMatchObject({ status: 'failed' })
  })

  it('stores texts without the characters that no database can store', async () => {
    const platform = await openShop(open)
    const till = new TestClient(platform, admin)
    const id = freshId()
    const odd = queued(addItem, { id, itemName: 'Tea\u0000pot \ud800 🫖', 'odd\u0000key': 'x' })
    expect(await till.push(odd)).toMatchObject([{ status: 'done' }])
    expect(await till.push(odd)).toMatchObject([{ status: 'done' }])
    await till.start()
    expect(till.row('items', id)).toMatchObject({ itemName: 'Teapot \ufffd 🫖' })
  })

  it('refuses a whole batch with an unknown command or too many commands, and stores nothing of it', async () => {
    const platform = await openShop(open)
    const till = new TestClient(platform, admin)
    const good = queued(addItem, { id: freshId() })
    await expect(till.push(good, queued({ name: 'test.fromTheFuture', version: 1 }, {}))).rejects.toMatchObject({
      code: 'COMMAND_UNKNOWN',
      status: 409,
    })
    await expect(till.push(good, queued({ ...addItem, version: 2 }, {}))).rejects.toMatchObject({ code: 'COMMAND_UNKNOWN' })
    const many = Array.from({ length: MAX_PUSH_COMMANDS + 1 }, () => queued(addItem, { id: freshId() }))
    await expect(till.push(...many)).rejects.toMatchObject({ code: 'TOO_LARGE', status: 413 })
    await till.start()
    expect(till.rows.get('items')).toBeUndefined()
    expect(await till.push(...many.slice(1))).toHaveLength(MAX_PUSH_COMMANDS)
  })

  it('upgrades the arguments of an older version', async () => {
    const platform = await openShop(open)
    const till = new TestClient(platform, admin)
    const id = freshId()
    expect(await till.push({ ...queued(renameItem, { id, name: 'Kettle' }), version: 1 })).toMatchObject([{ status: 'done' }])
    await till.start()
    expect(till.row('items', id)).toMatchObject({ itemName: 'Kettle' })
  })

  it('applies the present role, accepts facts of a former admin, and refuses server commands', async () => {
    const platform = await openShop(open)
    const till = new TestClient(platform, admin)
    expect(await till.push(queued(putUser, { id: 'eve', role: 'admin' }))).toMatchObject([{ status: 'rejected', code: 'FORBIDDEN' }])
    expect(await new TestClient(platform, consignor).push(queued(stateFact, { id: freshId() }))).toMatchObject([
      { status: 'rejected', code: 'FORBIDDEN' },
    ])
    await platform.runCommand(system, putUser, { id: admin.uid, role: 'user', adminUntilMs: 5 })
    expect(await till.push(queued(stateFact, { id: freshId() }))).toMatchObject([{ status: 'done' }])
    await platform.runCommand(system, putUser, { id: admin.uid, role: 'user', adminUntilMs: null })
    expect(await till.push(queued(stateFact, { id: freshId() }))).toMatchObject([{ status: 'rejected', code: 'FORBIDDEN' }])
  })

  it('limits the size of every command except facts, by the role of the sender', async () => {
    const platform = await openShop(open)
    const [till, phone] = [new TestClient(platform, admin), new TestClient(platform, consignor)]
    const note = 'x'.repeat(MAX_COMMAND.characters)
    const short = 'x'.repeat(MAX_CONSIGNOR_COMMAND.characters)
    expect(
      await till.push(
        queued(stateFact, { id: freshId(), note }),
        queued(addItem, { id: freshId(), note }),
        queued(addItem, { id: freshId(), note: short }),
      ),
    ).toMatchObject([{ status: 'done' }, { status: 'rejected', code: 'TOO_LARGE' }, { status: 'done' }])
    expect(await phone.push(queued(addItem, { id: freshId(), note: short }))).toMatchObject([{ status: 'rejected', code: 'TOO_LARGE' }])
    // a former admin’s tablet may still send facts of any size, and other commands as large as a consignor’s
    await platform.runCommand(system, putUser, { id: admin.uid, role: 'user', adminUntilMs: 5 })
    expect(await till.push(queued(stateFact, { id: freshId(), note }), queued(addItem, { id: freshId(), note: short }))).toMatchObject([
      { status: 'done' },
      { status: 'rejected', code: 'TOO_LARGE' },
    ])
  })

  it('answers a repeated command that an earlier release stored as too deep, or whose sender has lost the role', async () => {
    const platform = await openShop(open)
    const till = new TestClient(platform, admin)
    const [deep, fact] = [queued(addItem, null), queued(stateFact, { id: freshId() })]
    await till.push(deep, fact)
    await sql`update command_log set args_hash = 'too deep' where id = ${deep.id}`.execute(platform.db)
    await platform.runCommand(system, putUser, { id: admin.uid, role: 'user', adminUntilMs: null })
    expect(await till.push(deep, fact, { ...fact, args: {} })).toMatchObject([
      { code: 'INVALID' },
      { status: 'done' },
      { code: 'ID_REUSED' },
    ])
  })

  it('never dates a command after its receipt, and accepts clocks that are wrong by ten years', async () => {
    const platform = await openShop(open, { nowMs: () => 1_800_000_000_000 })
    const till = new TestClient(platform, admin)
    const tenYears = 10 * 365 * 86_400_000
    const [late, early] = [freshId(), freshId()]
    await till.push(
      queued(stateFact, { id: late }, { at: 1_800_000_000_000 + tenYears }),
      queued(stateFact, { id: early }, { at: 1_800_000_000_000 - tenYears + 0.5 }),
    )
    await till.start()
    expect(till.row('items', late)).toMatchObject({ createdAtMs: 1_800_000_000_000 })
    expect(till.row('items', early)).toMatchObject({ createdAtMs: 1_800_000_000_000 - tenYears })
  })

  it('loses no update when several first postings to one balance run at the same time', async () => {
    const platform = await openShop(open)
    const clients = Array.from({ length: 8 }, () => new TestClient(platform, admin))
    const results = await Promise.all(
      clients.map((client) => client.push(queued(credit, { uid: 'c', amountCents: 100 }), queued(credit, { uid: 'd', amountCents: 1 }))),
    )
    expect(results.flat().every(({ status }) => status === 'done')).toBe(true)
    const { rows } = await sql`select id, available_cents from balances order by id`.execute(platform.db)
    expect(rows).toEqual([
      { id: 'c', available_cents: 800 },
      { id: 'd', available_cents: 8 },
    ])
    expect(await checkBooks(platform.db)).toEqual([])
  })

  it('completes many batches that name the same rows in different orders', async () => {
    const platform = await openShop(open)
    const ids = Array.from({ length: 12 }, () => freshId())
    await new TestClient(platform, admin).push(...ids.map((id) => queued(addItem, { id, stock: 1_000, barcode1: '77' })))
    const batches = Array.from({ length: 40 }, (_, batch) => {
      const shuffled = [...ids].sort(() => Math.random() - 0.5)
      const takes = shuffled.map((id) => queued(takeItem, { id, quantity: 1 }))
      return new TestClient(platform, admin).push(
        ...takes,
        ...(batch % 5 === 0 ? [queued(renameByBarcode, { barcode1: '77', itemName: '.' })] : []),
      )
    })
    expect((await Promise.all(batches)).flat().every(({ status }) => status === 'done')).toBe(true)
    const { rows } = await sql`select distinct stock_count, item_name from items`.execute(platform.db)
    expect(rows).toEqual([{ stock_count: 960, item_name: 'Teapot........' }])
    expect(await checkStock(platform.db)).toEqual([])
  })

  it('answers 503 while the database is away', async () => {
    const platform = await openShop(open)
    await platform.close()
    await expect(new TestClient(platform, admin).push(queued(addItem, { id: freshId() }))).rejects.toMatchObject({
      status: kernelRefusals.UNAVAILABLE.status,
    })
  })
})

forEachDatabase('runCommand', (open) => {
  it('runs a command once under the caller’s id, and throws refusals and failures instead of storing them', async () => {
    const platform = await openShop(open)
    const id = freshId()
    const commandId = freshId()
    const run = (quantity: number) => platform.runCommand(admin, takeItem, { id, quantity }, { id: commandId })
    await platform.runCommand(admin, addItem, { id, stock: 2 })
    await expect(run(3)).rejects.toMatchObject({ code: 'TEST_SHORT', status: 409 })
    await expect(run(1.5)).rejects.toMatchObject({ code: 'INVALID', fields: { quantity: 'A whole number, please' } })
    expect(await run(2)).toEqual({ commandId })
    expect(await run(2)).toEqual({ commandId })
    await expect(run(1)).rejects.toMatchObject({ code: 'ID_REUSED' })
    await expect(platform.runCommand(consignor, stateFact, { id })).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
    await expect(platform.runCommand(admin, explode, { id })).rejects.toThrow('boom')
    await expect(platform.runCommand(admin, poison, { id: freshId() })).rejects.toThrow(/null/)
    const { rows } = await sql`select name, status from command_log where status <> 'done'`.execute(platform.db)
    expect(rows).toEqual([])
  })

  it('queues a job with the command, and none when the command is repeated', async () => {
    const platform = await openShop(open, {
      effects: { 'test.addItem': ((args: { id: string }) => [{ kind: 'test.mail', payload: { item: args.id } }]) as never },
    })
    const till = new TestClient(platform, admin)
    const [id, replayed] = [freshId(), freshId()]
    const add = queued(addItem, { id })
    const lost = queued(addItem, { id: replayed })
    const { cursor_secret: secret } = await platform.db.selectFrom('cluster').select('cursor_secret').executeTakeFirstOrThrow()
    const seal = sealOf(secret, { id: lost.id, uid: admin.uid, argsHash: hashOf(lost), datedAtMs: 1, receivedAtMs: 1, role: 'admin' })
    await till.push(add, add, { ...lost, replay: true, seal })
    const { rows } = await sql`select payload from jobs where kind = 'test.mail'`.execute(platform.db)
    expect(rows).toEqual([{ payload: { item: id } }])
  })
})
