import { items } from '@shop/shared/inventory/schema.ts'
import type { Row } from '@shop/shared/kernel/define-command.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { type Payout, payouts } from '@shop/shared/payouts/schema.ts'
import { type Balance, balances, type LedgerEntry, ledgerEntries } from '@shop/shared/sales/schema.ts'
import type { JournalEntry, MemoryShop } from '@shop/shared/testing/memory-shop.ts'
import { anyStep, freshShop, historyOf, perform, type Step } from '@shop/shared/testing/shop-history.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkStock } from '../inventory/examine-stock.ts'
import { itemsTable } from '../inventory/tables.ts'
import { payoutsTable } from '../payouts/tables.ts'
import { hashOf } from '../platform/commands/command-log.ts'
import { sealOf } from '../platform/commands/seals.ts'
import { selectRows } from '../platform/database/collection-table.ts'
import { sql } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { checkBooks } from '../sales/examine-books.ts'
import { balancesTable, ledgerEntriesTable } from '../sales/tables.ts'
import { emptyShop, replay } from './testing/replay.ts'

type Entry = Extract<JournalEntry, { kind: 'command' }>

/** Options of a run. A failure is shrunk as far as the time allows, and its seed is always printed. */
const RUNS = { numRuns: Number(process.env.HISTORY_RUNS ?? 12), interruptAfterTimeLimit: 60_000, verbose: 1 } as const
const CLIENTS = 3
const ITEMS = 8
const MOST = 40
/** Number of consignors of a history who have an account, the first ones. */
const ACCOUNTS = 3

/** Steps of the kinds named. */
const stepsOf = (...kinds: readonly Step['do'][]) => anyStep.filter((step) => kinds.includes(step.do))

/** Goods that are sold and undone. Counts are left out, because a sale from before a count opens a question, which an admin answers. */
const goodsStep = stepsOf('complete', 'record', 'custom', 'sellMaster', 'edit', 'void', 'voidRecorded')
/** Money that is earned, requested, paid and released. Undone sales are left out, because the shop refuses to hold what they have taken back. */
const moneyStep = stepsOf('complete', 'custom', 'requestPayout', 'payPayout', 'removePayout')

/** Gives every sale and request a number of its own, as devices do, no sale a seller who lost the role, and every request somebody who has an
 *  account: nobody else can send one. */
function numbered(step: Step, nth: number): Step {
  if (step.do === 'complete') return { ...step, sale: nth, cart: nth, byFormerAdmin: false }
  if (step.do === 'void') return { ...step, byFormerAdmin: false }
  if (step.do === 'requestPayout') return { ...step, payout: nth, consignor: step.consignor % ACCOUNTS }
  return 'sale' in step ? { ...step, sale: nth } : step
}

/** Opens a shop in memory with so many pieces of each item that no sale is refused in any order. */
function stockedShop(): MemoryShop {
  const shop = freshShop()
  for (let item = 0; item < ITEMS; item++)
    perform(
      shop,
      item % 2 === 0 ? { do: 'addMaster', item, quantity: 1_000 } : { do: 'addConsignor', item, consignor: item % 3, quantity: 1_000 },
    )
  return shop
}

/** The commands that the shop accepted after its backup, dealt to devices. Each returns its own commands in order. */
type Dealt = { readonly hands: readonly number[]; readonly turns: readonly number[] }
const dealt: fc.Arbitrary<Dealt> = fc.record({
  hands: fc.array(fc.nat(CLIENTS - 1), { minLength: MOST, maxLength: MOST }),
  turns: fc.array(fc.nat(CLIENTS - 1), { minLength: MOST, maxLength: MOST }),
})

/** Restores the shop to the moment after `kept` commands, and lets its devices return the others in the order of their turns. */
async function restoreAndReturn(platform: Platform, shop: MemoryShop, kept: number, { hands, turns }: Dealt): Promise<void> {
  const { db } = platform
  await emptyShop(platform, shop)
  await sql`truncate waiting_replays`.execute(db)
  await db.updateTable('cluster').set({ restore_detected_at_ms: null }).execute()
  const done = shop.journal.filter((entry): entry is Entry => entry.kind === 'command' && entry.refusedAs === null)
  await replay(platform, done.slice(0, kept))
  const { secret } = await db.selectFrom('cluster').select('cursor_secret as secret').executeTakeFirstOrThrow()
  await db.updateTable('cluster').set({ restore_detected_at_ms: 1 }).execute()
  const clients = Array.from({ length: CLIENTS }, () => ({ id: freshId(), entries: [] as Entry[] }))
  done.slice(kept).forEach((entry, nth) => void clients[hands[nth % hands.length] ?? 0]?.entries.push(entry))
  const sealed = ({ id, command: { name, version }, args, actor, at }: Entry): QueuedCommand => {
    const queued = { id, name, version, args, at }
    const seal = sealOf(secret, { id, uid: actor.uid, argsHash: hashOf(queued), datedAtMs: at, receivedAtMs: at, role: actor.role })
    return { ...queued, replay: true, seal }
  }
  for (const turn of [...turns, ...turns.map((_, nth) => nth % CLIENTS)]) {
    const client = clients[turn]
    const first = client?.entries.shift()
    if (!client || !first) continue
    await platform.push(first.actor, { clientId: client.id, protocol: PROTOCOL_VERSION, commands: [sealed(first)] })
    await platform.jobs.drain()
  }
  expect(clients.flatMap(({ entries }) => entries)).toEqual([])
}

/** Reads the books: the sums of the ledger, the balances, the stock, and the payouts that hold or took money. A request that was deleted again may
 *  be missing with its deletion, because another one may hold the money meanwhile. */
async function booksOf(read: <R extends Row>(of: 'ledger' | 'balances' | 'items' | 'payouts') => Promise<readonly R[]>) {
  const sums = new Map<string, number>()
  for (const { account, uid, amountCents } of await read<LedgerEntry>('ledger')) {
    const key = `${account} ${uid}`
    sums.set(key, (sums.get(key) ?? 0) + amountCents)
  }
  const sorted = (lines: readonly string[]) => [...lines].sort()
  return {
    ledger: sorted([...sums].flatMap(([key, sum]) => (sum === 0 ? [] : `${key} ${sum}`))),
    balances: sorted(
      (await read<Balance>('balances')).flatMap(({ id, availableCents, heldCents }) =>
        availableCents === 0 && heldCents === 0 ? [] : `${id} ${availableCents} ${heldCents}`,
      ),
    ),
    stock: sorted((await read<Row & { stockCount: number }>('items')).map(({ id, stockCount }) => `${id} ${stockCount}`)),
    payouts: sorted(
      (await read<Payout>('payouts')).flatMap(({ id, status, amountCents }) =>
        status === 'deleted' ? [] : `${id} ${status} ${amountCents}`,
      ),
    ),
  }
}

const IN_MEMORY = { ledger: ledgerEntries, balances, items, payouts } as const
const STORED = { ledger: ledgerEntriesTable, balances: balancesTable, items: itemsTable, payouts: payoutsTable } as const

forEachDatabase('the work that devices return to a restored shop', (open) => {
  const endsAtSameBooks = async (step: fc.Arbitrary<Step>) => {
    const platform = await open()
    let waited = 0
    await fc.assert(
      fc.asyncProperty(historyOf(step, 10, MOST), fc.nat(MOST), dealt, async (history, cut, order) => {
        const shop = stockedShop()
        for (const [nth, doing] of history.entries()) perform(shop, numbered(doing, nth))
        await restoreAndReturn(platform, shop, ITEMS + Math.min(cut, history.length), order)
        waited += (await platform.waitingReplays()).count
        await platform.confirmRestore()
        const stored = await booksOf(<R extends Row>(of: keyof typeof STORED) => selectRows<R>(platform.db, STORED[of] as never))
        expect(stored).toEqual(await booksOf(async <R extends Row>(of: keyof typeof IN_MEMORY) => shop.all<R>(IN_MEMORY[of])))
        expect([await checkStock(platform.db), await checkBooks(platform.db)]).toEqual([[], []])
      }),
      RUNS,
    )
    return waited
  }

  it('ends at the same books in any order of devices: sales and their undoing', { timeout: 300_000 }, async () => {
    // nothing may wait in the end, because whatever a void needs has come back
    expect(await endsAtSameBooks(goodsStep)).toBe(0)
  })

  it('ends at the same books in any order of devices: earnings and payouts', { timeout: 300_000 }, async () => {
    await endsAtSameBooks(moneyStep)
  })
})
