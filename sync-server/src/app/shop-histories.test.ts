import { users } from '@shop/shared/accounts/schema.ts'
import { collections } from '@shop/shared/collections.ts'
import type { AnyCollection, Row } from '@shop/shared/kernel/define-command.ts'
import { type Balance, balances } from '@shop/shared/sales/schema.ts'
import type { JournalEntry } from '@shop/shared/testing/memory-shop.ts'
import { anyStep, freshShop, historyOf, moneyStep, perform } from '@shop/shared/testing/shop-history.ts'
import { brokenLawsOf, type ShopRows } from '@shop/shared/testing/shop-laws.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkStock } from '../inventory/examine-stock.ts'
import { selectRows } from '../platform/database/collection-table.ts'
import type { Platform } from '../platform/platform.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { checkBooks } from '../sales/examine-books.ts'
import { checkPromised } from '../trades/examine-promised.ts'
import { tables } from './tables.ts'
import { emptyShop, ordered, replay } from './testing/replay.ts'

/** Options of a run. A failure is shrunk as far as the time allows, and its seed is always printed. */
const RUNS = { numRuns: Number(process.env.HISTORY_RUNS ?? 12), interruptAfterTimeLimit: 90_000, verbose: 1 } as const

/** Number of devices that send at the same time. */
const DEVICES = 5

/** Distributes the commands of a history over several devices that push at once, so that only the server decides the outcome. */
async function dealOut(platform: Platform, journal: readonly JournalEntry[], hands: readonly number[]): Promise<void> {
  const dealt = Array.from({ length: DEVICES }, (): JournalEntry[] => [])
  journal.forEach((entry, index) => {
    dealt[hands[index % hands.length] ?? 0]?.push(entry)
  })
  const codes = (await Promise.all(dealt.map((own) => replay(platform, own)))).flat()
  expect(codes.filter((code) => code === 'failed')).toEqual([])
}

/** All rows of the database. */
async function rowsOf({ db }: Platform): Promise<ShopRows> {
  const rows = new Map<string, Row[]>()
  for (const table of tables) rows.set(table.collection.name, await selectRows<Row>(db, table))
  return { all: <R extends Row>(collection: AnyCollection) => (rows.get(collection.name) ?? []) as R[] }
}

/** Removes the time of receipt from a row. The server of this test receives a late command at the command's own time, and the shop in memory
 *  later. */
const unreceived = <R extends Row>(row: R): R => ({ ...row, receivedAtMs: undefined })

forEachDatabase('a shop’s history', (open) => {
  it('gives the same rows and refusals as in memory', { timeout: 300_000 }, async () => {
    const platform = await open()
    await fc.assert(
      fc.asyncProperty(historyOf(anyStep, 10, 60), async (history) => {
        const shop = freshShop()
        await emptyShop(platform, shop)
        for (const doing of history) perform(shop, doing)
        const codes = await replay(platform, shop.journal)
        const commands = shop.journal.filter((entry) => entry.kind === 'command')
        expect(codes).toEqual(commands.map(({ refusedAs }) => refusedAs))
        for (const table of tables.filter(({ collection }) => collection !== (users as AnyCollection)))
          expect(ordered((await selectRows<Row>(platform.db, table)).map(unreceived)), table.name).toEqual(
            ordered(shop.all<Row>(table.collection).map(unreceived)),
          )
        expect([await checkStock(platform.db), await checkPromised(platform.db), await checkBooks(platform.db)]).toEqual([[], [], []])
      }),
      RUNS,
    )
    expect(collections.length).toBe(tables.length)
  })

  it('keeps its laws when its commands run at the same time', { timeout: 300_000 }, async () => {
    const platform = await open()
    await fc.assert(
      fc.asyncProperty(
        historyOf(anyStep, 20, 60),
        fc.array(fc.nat(DEVICES - 1), { minLength: 60, maxLength: 60 }),
        async (history, hands) => {
          const shop = freshShop()
          await emptyShop(platform, shop)
          for (const doing of history) perform(shop, doing)
          await dealOut(platform, shop.journal, hands)
          expect(brokenLawsOf(await rowsOf(platform))).toEqual([])
          expect([await checkStock(platform.db), await checkPromised(platform.db), await checkBooks(platform.db)]).toEqual([[], [], []])
        },
      ),
      RUNS,
    )
  })

  it('pays out no more than the balance when many requests come at the same time', { timeout: 300_000 }, async () => {
    const platform = await open()
    await fc.assert(
      fc.asyncProperty(
        historyOf(moneyStep, 20, 60),
        fc.array(fc.nat(DEVICES - 1), { minLength: 60, maxLength: 60 }),
        async (history, hands) => {
          const shop = freshShop()
          await emptyShop(platform, shop)
          for (const doing of history) perform(shop, doing)
          await dealOut(platform, shop.journal, hands)
          // only payouts reduce a balance here, so a balance below zero would show a payout that took too much
          const rows = await rowsOf(platform)
          expect(rows.all<Balance>(balances).filter(({ availableCents, heldCents }) => availableCents < 0 || heldCents < 0)).toEqual([])
          expect(brokenLawsOf(rows)).toEqual([])
        },
      ),
      RUNS,
    )
  })
})
