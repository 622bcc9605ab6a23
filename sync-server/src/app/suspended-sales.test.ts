import { closeAccount } from '@shop/shared/accounts/commands/close-account.ts'
import { setRole } from '@shop/shared/accounts/commands/set-role.ts'
import { pseudonymOf } from '@shop/shared/accounts/rules/erasure.ts'
import { addConsignorItem } from '@shop/shared/inventory/commands/add-item.ts'
import { removeItem } from '@shop/shared/inventory/commands/edit-item.ts'
import { type Discrepancy, discrepancies } from '@shop/shared/inventory/schema.ts'
import type { AnyCollection, Row } from '@shop/shared/kernel/define-command.ts'
import { MAX_PUSH_COMMANDS } from '@shop/shared/kernel/limits.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { CommandResult, QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { type PosSale, posSales, type SuspendedSale, suspendedSales } from '@shop/shared/pos/schema.ts'
import { settleSuspendedArgs, settleSuspendedSale } from '@shop/shared/sales/commands/settle-suspended-sale.ts'
import { voidPosSale } from '@shop/shared/sales/commands/void-pos-sale.ts'
import { saleReferenceOf } from '@shop/shared/sales/rules/sale-reference.ts'
import { suspendedIdOf } from '@shop/shared/sales/rules/sold-pieces.ts'
import { submitShipment } from '@shop/shared/shipments/commands/submit-shipment.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { TELL_JOB, type TellPayload } from '../notifications/effects.ts'
import { FORMER_ADMIN_FACTS_PER_DAY } from '../platform/commands/former-admin-limit.ts'
import { selectRows } from '../platform/database/collection-table.ts'
import { SYSTEM } from '../platform/kernel/system-actor.ts'
import { freshId, queued } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { setRoleByEmail } from './cli/admin-commands.ts'
import { tables } from './tables.ts'
import { asAcknowledged } from './testing/acknowledged.ts'
import { signUpProved } from './testing/proved.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from './testing/shop.ts'
import { queuedSale } from './testing/till-sales.ts'

const DAY_MS = 86_400_000

type Person = { readonly uid: string; readonly token: string }

forEachDatabase('a sale of a former admin', (open) => {
  let shop: TestShop
  let admin: { token: string }
  let eve: Person
  let ann: Person
  let vase: string
  let sale: QueuedCommand
  let saleId: string
  let nowMs = Date.now()

  beforeAll(async () => {
    shop = await testShop(await open({ nowMs: () => nowMs }), OPENED)
    admin = { token: await shop.signIn(ADMIN_EMAIL) }
    eve = await shop.signUp('eve@example.org')
    for (const role of ['admin', 'user'] as const) await setRoleByEmail(shop.platform, 'eve@example.org', role, { vouches: true })
  }, 60_000)
  beforeEach(async () => {
    ann = await shop.signUp(`${freshId()}@example.org`)
    vase = freshId()
    const texts = { itemName: 'Vase', barcode1: '036000291452' }
    await push(admin, queued(addConsignorItem, { id: vase, consignorId: ann.uid, texts, quantity: 1 }))
    // 8.25 % tax, half of the rest to Ann
    sale = queuedSale([{ id: vase, name: `Vase of ${ann.uid}`, consignorId: ann.uid, priceCents: 10_825 }], freshId())
    saleId = (sale.args as { saleId: string }).saleId
  })

  const push = async (who: { token: string }, ...commands: QueuedCommand[]): Promise<CommandResult[]> => {
    const { body } = await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands }, who)
    return body.results
  }
  const outcomes = async (who: { token: string }, ...commands: QueuedCommand[]) =>
    (await push(who, ...commands)).map(({ status, code }) => code ?? status)
  const rowsOf = async <R extends Row>(collection: AnyCollection): Promise<R[]> => {
    const table = tables.find((one) => one.collection === collection)
    if (!table) throw new Error(`no table of ${collection.name}`)
    return await selectRows<R>(shop.platform.db, table)
  }
  const booked = async () => (await rowsOf<PosSale>(posSales)).find(({ id }) => id === saleId)
  const accepted = async () => (await rowsOf<PosSale>(posSales)).find(({ id }) => id === suspendedIdOf(saleId))
  const suspended = async () =>
    (await rowsOf<SuspendedSale>(suspendedSales)).find(({ id }) => id === suspendedIdOf(saleId)) as SuspendedSale
  const decide = async (decision: 'accept' | 'reject') => queued(settleSuspendedSale, settleSuspendedArgs(await suspended(), decision))
  const undo = async () => queued(voidPosSale, { ...saleReferenceOf(await suspended()), reason: 'broken', goods: 'back' })
  const balance = async () => (await shop.ask('GET', `/sales/balance/${ann.uid}`, undefined, ann)).body.balance
  const stock = async () =>
    (await shop.platform.db.selectFrom('items').select('stock_count').where('id', '=', vase).executeTakeFirstOrThrow()).stock_count
  const openKinds = async () =>
    (await rowsOf<Discrepancy>(discrepancies))
      .filter((one) => one.settledAtMs === null && [saleId, suspendedIdOf(saleId)].includes(one.saleId ?? ''))
      .map(({ kind }) => kind)
      .sort()
  const mismatches = async () => (await shop.ask('POST', '/sales/ledger/check', undefined, admin)).body.mismatches ?? []
  /** Reads the reader and topic of each notice that the server is about to send because of a command. */
  const newsOf = async ({ id }: QueuedCommand) => {
    const waiting = await shop.platform.db.selectFrom('jobs').select('payload').where('kind', '=', TELL_JOB).execute()
    const payloads = waiting.map(({ payload }) => payload as TellPayload).filter(({ commandId }) => commandId === id)
    return payloads.flatMap(({ news }) => news.map(({ reader, topic }) => [reader, topic]))
  }
  /** Reads everything that a first sync sends to somebody. */
  const synced = async ({ token }: { token: string }) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' }
    const started = await shop.server.fetch(new Request(`http://localhost/api/sync/start?protocol=${PROTOCOL_VERSION}`, { headers }))
    return await started.text()
  }

  it('is recorded and takes its pieces, but pays nobody and appears in no history and not among the latest sales', async () => {
    const recent = async () => (await shop.ask('GET', '/sales/recent-with-images', undefined, admin)).body
    const before = await recent()
    expect(await outcomes(eve, sale)).toEqual(['done'])
    expect([await balance(), await stock(), await booked()]).toEqual([0, 0, undefined])
    expect(await suspended()).toMatchObject({ byUid: eve.uid, totalCents: 10_825, settlement: null })
    expect(await openKinds()).toEqual(['sale_suspended'])
    expect(await recent()).toEqual(before)
    expect((await shop.ask('GET', `/sales/history/${ann.uid}`, undefined, admin)).body.sales).toEqual([])
    expect(await synced(admin)).toContain(`Vase of ${ann.uid}`)
    for (const other of [ann, eve]) expect(await synced(other)).not.toContain(`Vase of ${ann.uid}`)
    expect(await mismatches()).toEqual([])
    const { body } = await shop.ask('GET', `/sales/ledger?account=suspense&source=${suspendedIdOf(saleId)}`, undefined, admin)
    const { id, receiptNumber } = await suspended()
    expect(body.postings).toMatchObject([{ kind: 'suspended_sale', source: { kind: 'sale', id, label: receiptNumber } }])
  })

  it('waits in its author’s name when an admin sends it first', async () => {
    expect(await outcomes(admin, { ...sale, madeBy: [eve.uid] })).toEqual(['done'])
    expect([await balance(), await booked(), await openKinds()]).toEqual([0, undefined, ['sale_suspended']])
    expect(await suspended()).toMatchObject({ byUid: eve.uid, settlement: null })
    expect(await outcomes(eve, sale)).toEqual(['done'])
  })

  it('waits in the name of the person who lost the right, whoever else handed the sale on or sends it', async () => {
    const { uid } = (await shop.ask('GET', '/auth/me', undefined, admin)).body
    const hands: readonly (readonly [sender: { token: string }, madeBy: string[]])[] = [
      [admin, [eve.uid, uid]],
      [admin, [uid, eve.uid]],
      // a sender without the right cannot hide behind another name
      [eve, [uid]],
      [eve, [ann.uid]],
    ]
    for (const [sender, madeBy] of hands) {
      const one = queuedSale([{ id: vase, name: 'Vase', consignorId: ann.uid, priceCents: 10_825 }], freshId())
      saleId = (one.args as { saleId: string }).saleId
      expect(await outcomes(sender, { ...one, madeBy })).toEqual(['done'])
      expect([await booked(), (await suspended()).byUid]).toEqual([undefined, eve.uid])
    }
  })

  it('is forbidden in the name of somebody who never was an admin, even when an admin hands it in', async () => {
    expect(await outcomes(admin, { ...sale, madeBy: [ann.uid] })).toEqual(['FORBIDDEN'])
    // nor does the name of somebody who was an admin lend the right
    expect(await outcomes(ann, { ...sale, id: freshId(), madeBy: [eve.uid] })).toEqual(['FORBIDDEN'])
    const gift = queued(addConsignorItem, { id: freshId(), consignorId: ann.uid, texts: { itemName: 'Cup', barcode1: '1' }, quantity: 9 })
    expect(await outcomes(admin, { ...gift, madeBy: [eve.uid] }, gift)).toEqual(['FORBIDDEN', 'FORBIDDEN'])
    expect([await balance(), await stock(), await suspended()]).toEqual([0, 1, undefined])
  })

  it('waits when its author’s account was closed, while the author’s other work is refused', async () => {
    const kim = await shop.signUp(`${freshId()}@example.org`)
    const { uid: adminUid } = (await shop.ask('GET', '/auth/me', undefined, admin)).body
    const box = (): QueuedCommand => ({
      ...queued(submitShipment, { id: freshId(), uid: kim.uid, carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }),
      madeBy: [kim.uid],
    })
    expect(await outcomes(admin, box())).toEqual(['done'])
    await shop.platform.runCommand(SYSTEM, setRole, { uid: kim.uid, role: 'admin' })
    await shop.platform.runCommand({ uid: adminUid, role: 'admin', wasAdmin: false }, closeAccount, { uid: kim.uid })
    expect(await outcomes(admin, box())).toEqual(['FORBIDDEN'])
    expect(await outcomes(ann, { ...sale, id: freshId(), madeBy: [kim.uid] })).toEqual(['FORBIDDEN'])
    expect(await outcomes(admin, { ...sale, madeBy: [kim.uid] })).toEqual(['done'])
    expect([await booked(), await suspended()]).toMatchObject([undefined, { byUid: kim.uid }])
  })

  it('is booked when both its author and the person who hands it in are admins', async () => {
    const { uid } = (await shop.ask('GET', '/auth/me', undefined, admin)).body
    await setRoleByEmail(shop.platform, 'eve@example.org', 'admin', { vouches: true })
    expect(await outcomes(eve, { ...sale, madeBy: [uid] })).toEqual(['done'])
    expect(await booked()).toMatchObject({ byUid: eve.uid })
    await setRoleByEmail(shop.platform, 'eve@example.org', 'user', { vouches: true })
  })

  it('is booked for the consignor, with the time of the sale, once an admin accepts it', async () => {
    await push(eve, sale)
    const acceptance = await decide('accept')
    expect(await outcomes(admin, acceptance)).toEqual(['done'])
    expect([await balance(), await stock(), await openKinds(), await mismatches()]).toEqual([50, 0, [], []])
    expect([await newsOf(sale), await newsOf(acceptance)]).toEqual([
      [],
      [
        ['channels:sales', 'sold'],
        [`user:${ann.uid}`, 'sold'],
      ],
    ])
    expect(await accepted()).toMatchObject({ byUid: eve.uid, soldAtMs: (await suspended()).soldAtMs })
    expect(await synced(ann)).toContain((await suspended()).id)
  })

  it('leaves only its record when an admin rejects it', async () => {
    await push(eve, sale)
    const rejected = await decide('reject')
    expect([await outcomes(admin, rejected), await newsOf(rejected)]).toEqual([['done'], []])
    expect([await balance(), await stock(), await openKinds(), await mismatches()]).toEqual([0, 1, [], []])
    expect([await booked(), (await suspended()).settlement]).toEqual([undefined, 'rejected'])
  })

  it('is settled only by admins, and only once when two decide at the same time', async () => {
    await push(eve, sale)
    for (const who of [eve, ann]) expect(await outcomes(who, await decide('accept'))).toEqual(['FORBIDDEN'])
    const decisions = [await decide('accept'), await decide('reject'), await decide('accept')]
    const answers = await Promise.all(decisions.map((one) => outcomes(admin, one)))
    expect(answers.flat().sort()).toEqual(['ALREADY_SETTLED', 'ALREADY_SETTLED', 'done'])
    const isAccepted = (await suspended()).settlement === 'accepted'
    expect([await balance(), await stock(), await mismatches()]).toEqual(isAccepted ? [50, 0, []] : [0, 1, []])
  })

  it('counts once when it is sent again by its seller, by an admin or under another command id', async () => {
    await push(eve, sale, { ...sale, id: freshId() })
    expect(await outcomes(eve, sale)).toEqual(['done'])
    expect(await outcomes(admin, sale)).toEqual(['done'])
    expect([await balance(), await stock(), await openKinds()]).toEqual([0, 0, ['sale_suspended']])
    await push(admin, await decide('accept'))
    expect(await outcomes(eve, sale, { ...sale, id: freshId() })).toEqual(['done', 'done'])
    expect([await balance(), await stock(), await openKinds(), await mismatches()]).toEqual([50, 0, [], []])
  })

  it('never replaces an admin’s sale of the same cart', async () => {
    const args = sale.args as { lines: readonly object[] }
    const lines = args.lines.map((line) => ({ ...line, consignorId: eve.uid, consignorPercentage: 100 }))
    await push(eve, { ...sale, id: freshId(), args: { ...args, lines } })
    await push(admin, await decide('accept'))
    expect(await outcomes(admin, sale)).toEqual(['done'])
    expect(await booked()).toMatchObject({ lines: [{ consignorId: ann.uid }] })
    expect([await balance(), await mismatches()]).toEqual([50, []])
    expect(await openKinds()).toEqual(['cart_sold_twice', 'negative_stock', 'owner_differs'])
  })

  it('is booked without an acceptance when an admin sends it first as the admin’s own', async () => {
    expect(await outcomes(admin, sale)).toEqual(['done'])
    expect(await outcomes(eve, sale, { ...sale, id: freshId() })).toEqual(['done', 'done'])
    expect([await balance(), await stock(), await openKinds(), await suspended()]).toEqual([50, 0, [], undefined])
  })

  it('is booked by a restored shop only if its seal shows that its sender was an admin when the shop acknowledged it', async () => {
    expect(await outcomes(eve, { ...sale, replay: true, seal: 'x.y.z.w' })).toEqual(['done'])
    expect([await balance(), await openKinds()]).toEqual([0, ['sale_suspended']])
    const sealed = queuedSale([{ id: vase, name: 'Vase', consignorId: ann.uid, priceCents: 10_825 }], freshId())
    expect(await outcomes(eve, await asAcknowledged(shop, eve, sealed))).toEqual(['done'])
    expect(await balance()).toBe(50)
  })

  it('can be undone by its seller only if an admin agrees', async () => {
    await push(eve, sale)
    expect(await outcomes(eve, await undo())).toEqual(['done'])
    expect([await stock(), await openKinds()]).toEqual([0, ['sale_suspended', 'void_withdrawn']])
    await push(admin, await undo())
    expect([await stock(), await openKinds(), (await suspended()).settlement]).toEqual([1, [], 'rejected'])
  })

  it('that an admin sent stays booked when a former admin undoes it', async () => {
    await push(admin, sale)
    const reference = saleReferenceOf((await booked()) as PosSale)
    expect(await outcomes(eve, queued(voidPosSale, { ...reference, reason: 'mine', goods: 'back' }))).toEqual(['done'])
    expect([await balance(), await stock(), await openKinds()]).toEqual([50, 0, ['void_withdrawn']])
    expect(await outcomes(ann, queued(voidPosSale, { ...reference, reason: 'mine', goods: 'back' }))).toEqual(['FORBIDDEN'])
  })

  it('keeps the time at which the server received it beside the time that its device claims', async () => {
    nowMs += DAY_MS
    await push(eve, { ...sale, at: nowMs - DAY_MS })
    expect(await suspended()).toMatchObject({ soldAtMs: nowMs - DAY_MS, receivedAtMs: nowMs })
    await push(admin, await decide('accept'))
    expect(await accepted()).toMatchObject({ soldAtMs: nowMs - DAY_MS })
  })

  it.each(['accept', 'reject'] as const)(
    'is settled at the time at which the server receives the decision to %s it; rejected pieces return at the time that the device claims',
    async (decision) => {
      await push(eve, sale)
      nowMs += DAY_MS
      const claimedAtMs = nowMs - 2 * DAY_MS
      const settling = { ...(await decide(decision)), at: claimedAtMs }
      expect(await outcomes(admin, settling)).toEqual(['done'])
      const { db } = shop.platform
      const settledAt = (await rowsOf<Discrepancy>(discrepancies))
        .filter((one) => one.saleId === suspendedIdOf(saleId))
        .map((one) => one.settledAtMs)
      expect([(await suspended()).settledAtMs, ...settledAt]).toEqual([nowMs, nowMs])
      const entries = await db.selectFrom('ledger_entries').select('at_ms').where('command_id', '=', settling.id).execute()
      expect(new Set(entries.map(({ at_ms }) => at_ms))).toEqual(new Set([nowMs]))
      const moves = await db.selectFrom('stock_movements').select(['kind', 'at_ms']).where('command_id', '=', settling.id).execute()
      expect(moves).toEqual(decision === 'accept' ? [] : [{ kind: 'void', at_ms: claimedAtMs }])
      const audited = await db.selectFrom('audit_entries').select('at_ms').where('subject', '=', suspendedIdOf(saleId)).execute()
      expect(audited).toEqual([{ at_ms: nowMs }])
    },
  )

  it('stays on the device, and the server records nothing of it, once its seller has sent as many such sales in a day as the server takes', async () => {
    const max = await shop.signUp('max@example.org')
    for (const role of ['admin', 'user'] as const) await setRoleByEmail(shop.platform, 'max@example.org', role, { vouches: true })
    const many = (count: number) =>
      Array.from({ length: count }, () => queuedSale([{ id: freshId(), name: 'Cup', consignorId: null, priceCents: 1 }], freshId()))
    const send = (commands: readonly QueuedCommand[], who: Person = max) =>
      shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands }, who)
    const waiting = async () => (await rowsOf<SuspendedSale>(suspendedSales)).filter(({ byUid }) => byUid === max.uid).length
    const taken = many(MAX_PUSH_COMMANDS)
    await send(taken)
    for (let sent = taken.length; sent < FORMER_ADMIN_FACTS_PER_DAY - MAX_PUSH_COMMANDS; sent += MAX_PUSH_COMMANDS)
      expect((await send(many(MAX_PUSH_COMMANDS))).status).toBe(200)
    // of four pushes at the same moment only one has room
    const last = await Promise.all([1, 2, 3, 4].map(() => send(many(MAX_PUSH_COMMANDS))))
    expect(last.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429])
    const late = many(2)
    const full = await send(late.map((one) => ({ ...one, madeBy: [max.uid] })))
    expect(full).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_REQUESTS', message: expect.stringContaining('stays on this device') },
    })
    expect(full.headers.get('retry-after')).toBe('3600')
    expect(await waiting()).toBe(FORMER_ADMIN_FACTS_PER_DAY)
    // what was taken is answered again, and everybody else goes on
    expect((await send(taken)).status).toBe(200)
    expect((await send([sale], eve)).status).toBe(200)
    nowMs += DAY_MS
    expect((await send(late)).body.results.map(({ status }: CommandResult) => status)).toEqual(['done', 'done'])
    expect(await waiting()).toBe(FORMER_ADMIN_FACTS_PER_DAY + 2)
  }, 60_000)

  it('is refused when an admin hands in more of them in a day than the server takes, whoever made them, and the admin’s own work goes on', async () => {
    const cups = (count: number, madeBy: () => string[]) =>
      Array.from({ length: count }, () => ({
        ...queuedSale([{ id: freshId(), name: 'Cup', consignorId: null, priceCents: 1 }], freshId()),
        madeBy: madeBy(),
      }))
    // a file may name a former admin, or somebody new for each sale
    for (let sent = 0; sent < FORMER_ADMIN_FACTS_PER_DAY; sent += MAX_PUSH_COMMANDS) {
      const half = MAX_PUSH_COMMANDS / 2
      const taken = [...cups(half, () => [eve.uid]), ...cups(half, () => [freshId()])]
      expect(new Set(await outcomes(admin, ...taken))).toEqual(new Set(['done']))
    }
    const own = () => ({ ...queuedSale([{ id: freshId(), name: 'Cup', consignorId: null, priceCents: 1 }], freshId()) })
    const late = [...cups(1, () => [eve.uid]), ...cups(1, () => [freshId()])] as [QueuedCommand, QueuedCommand]
    const [refused, ...others] = await push(admin, late[0], own(), late[1], own())
    expect(refused).toMatchObject({ status: 'rejected', code: 'TOO_MANY_REQUESTS', message: expect.stringContaining('again tomorrow') })
    expect(others.map(({ status, code }) => code ?? status)).toEqual(['done', 'TOO_MANY_REQUESTS', 'done'])
    // their authors send them themselves, and the next day the admin may send them
    expect(await outcomes(eve, { ...late[0], madeBy: [] })).toEqual(['done'])
    nowMs += DAY_MS
    expect(await outcomes(admin, { ...late[1], id: freshId() })).toEqual(['done'])
  }, 60_000)

  it('has a receipt number that cannot mislead, and is recorded whatever number its device sends', async () => {
    const numbers = ['\u202e1000-A\u0007\n<b>B2345-0001</b>', '  ', '\u0000', 'K'.repeat(200)]
    for (const receiptNumber of numbers) {
      const one = queuedSale([{ id: vase, name: 'Vase', consignorId: null, priceCents: 1 }], freshId())
      saleId = (one.args as { saleId: string }).saleId
      const args = { ...(one.args as object), receiptNumber, displayId: receiptNumber }
      expect(await outcomes(eve, { ...one, args })).toEqual(['done'])
      const { displayId, receiptNumber: kept } = await suspended()
      for (const text of [displayId, kept]) expect(text).toMatch(/^[A-Za-z0-9-]{1,40}$/)
    }
  })

  it('still waits after the server restarts', async () => {
    await push(eve, sale)
    shop = await testShop(shop.platform, OPENED)
    admin = { token: await shop.signIn(ADMIN_EMAIL) }
    expect(await outcomes(admin, await decide('accept'))).toEqual(['done'])
    expect(await balance()).toBe(50)
  })

  it('loses the name of an erased consignor, even when the sale arrives after the erasure', async () => {
    await push(eve, sale)
    const { name, waitingSales } = (await shop.ask('GET', `/auth/users/${ann.uid}/erasure`, undefined, ann)).body
    expect(waitingSales).toBe(1)
    const erase = () => shop.ask('POST', `/auth/users/${ann.uid}/erase`, { name }, ann)
    const message = 'To be settled first: 1 sale that an admin has to check.'
    expect(await erase()).toMatchObject({ status: 409, body: { code: 'NOT_SETTLED', message } })
    await push(admin, await decide('reject'))
    await push(admin, queued(removeItem, { id: vase }))
    expect((await erase()).status).toBe(200)
    await shop.platform.jobs.drain()
    expect((await suspended()).lines[0]?.consignorName).toBe(pseudonymOf(ann.uid))
    const late = queuedSale([{ id: vase, name: 'Vase', consignorId: ann.uid, priceCents: 100 }], freshId())
    saleId = (late.args as { saleId: string }).saleId
    await push(eve, late)
    expect((await suspended()).lines[0]?.consignorName).toBe(pseudonymOf(ann.uid))
  })

  it('holds up the erasure of a person who would be paid for an earlier account', async () => {
    const email = `${freshId()}@example.org`
    const old = (await shop.ask('POST', '/auth/users', { uid: freshId(), email, displayName: 'Of old' }, admin)).body.uid
    const person = await signUpProved(shop, email)
    expect((await shop.ask('POST', `/auth/users/${person.uid}/migrate`, undefined, admin)).status).toBe(200)
    await push(eve, queuedSale([{ id: freshId(), name: 'Vase', consignorId: old, priceCents: 100 }], freshId()))
    const { name, waitingSales } = (await shop.ask('GET', `/auth/users/${person.uid}/erasure`, undefined, person)).body
    expect(waitingSales).toBe(1)
    expect(await shop.ask('POST', `/auth/users/${person.uid}/erase`, { name }, person)).toMatchObject({ body: { code: 'NOT_SETTLED' } })
  })
})
