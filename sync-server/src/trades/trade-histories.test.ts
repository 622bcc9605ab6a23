import { users } from '@shop/shared/accounts/schema.ts'
import type { AnyCollection } from '@shop/shared/kernel/define-command.ts'
import { anyTradeStep, performTrade, tradersShop } from '@shop/shared/testing/trade-history.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tables } from '../app/tables.ts'
import { emptyShop, ordered, replay } from '../app/testing/replay.ts'
import { checkStock } from '../inventory/examine-stock.ts'
import { selectRows } from '../platform/database/collection-table.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { checkBooks } from '../sales/examine-books.ts'
import { checkPromised } from './examine-promised.ts'

forEachDatabase('a history of trades', (open) => {
  it('gives the same rows and refusals as in memory', { timeout: 240_000 }, async () => {
    const platform = await open()
    await fc.assert(
      fc.asyncProperty(fc.array(anyTradeStep, { minLength: 20, maxLength: 60, size: 'max' }), async (history) => {
        const shop = tradersShop()
        await emptyShop(platform, shop)
        for (const step of history) performTrade(shop, step)
        const codes = await replay(platform, shop.journal)
        const commands = shop.journal.filter((entry) => entry.kind === 'command')
        expect(codes).toEqual(commands.map(({ refusedAs }) => refusedAs))
        for (const table of tables.filter(({ collection }) => collection !== (users as AnyCollection)))
          expect(ordered(await selectRows(platform.db, table)), table.name).toEqual(ordered(shop.all(table.collection)))
        expect([await checkStock(platform.db), await checkPromised(platform.db), await checkBooks(platform.db)]).toEqual([[], [], []])
      }),
      { numRuns: Number(process.env.HISTORY_RUNS ?? 4), verbose: 1 },
    )
  })
})
