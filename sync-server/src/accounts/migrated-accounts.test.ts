import { addConsignorItem, addMasterItem } from '@shop/shared/inventory/commands/add-item.ts'
import { allocateItem } from '@shop/shared/inventory/commands/allocate-item.ts'
import { copyItem } from '@shop/shared/inventory/commands/copy-item.ts'
import { massInputItems } from '@shop/shared/inventory/commands/mass-input-items.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { markPayoutPaid } from '@shop/shared/payouts/commands/mark-payout-paid.ts'
import { removePayout } from '@shop/shared/payouts/commands/remove-payout.ts'
import { requestPayout } from '@shop/shared/payouts/commands/request-payout.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { recordCustomSale } from '@shop/shared/sales/commands/record-custom-sale.ts'
import { recordSale } from '@shop/shared/sales/commands/record-sale.ts'
import { settleSuspendedSale } from '@shop/shared/sales/commands/settle-suspended-sale.ts'
import { voidPosSale } from '@shop/shared/sales/commands/void-pos-sale.ts'
import { voidRecordedSale } from '@shop/shared/sales/commands/void-recorded-sale.ts'
import { saleReferenceOf } from '@shop/shared/sales/rules/sale-reference.ts'
import { suspendedIdOf } from '@shop/shared/sales/rules/sold-pieces.ts'
import type { Kysely } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type EarlierShop, lateSale, shopOfEarlier } from '../app/testing/earlier-accounts.ts'
import { signUpProved } from '../app/testing/proved.ts'
import { checkStock } from '../inventory/examine-stock.ts'
import { up as addSuccessors } from '../migrations/0045-successors.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId, queued } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { checkBooks } from '../sales/examine-books.ts'

forEachDatabase('an account that was migrated', (open) => {
  let on: EarlierShop
  let shop: EarlierShop['shop']

  beforeAll(async () => {
    on = await shopOfEarlier(await open())
    shop = on.shop
  }, 60_000)

  const customSale = (uid: string) => on.asAdmin('POST', '/sales/custom', { consignorID: uid, itemName: 'Lamp', amount: 40 })
  const balancesOf = async (...uids: string[]) => {
    const all: number[] = []
    for (const uid of uids) all.push((await on.asAdmin('GET', `/auth/users/${uid}`)).balance)
    return all
  }
  const nameOf = async (uid: string): Promise<string> => (await on.asAdmin('GET', `/auth/users/${uid}/erasure`)).name
  const availableOf = async (...uids: string[]) => {
    const rows = await shop.platform.db.selectFrom('balances').select(['id', 'available_cents']).where('id', 'in', uids).execute()
    return uids.map((uid) => rows.find(({ id }) => id === uid)?.available_cents ?? 0)
  }
  const requireLaws = async () => {
    expect(await checkStock(shop.platform.db)).toEqual([])
    expect(await checkBooks(shop.platform.db)).toEqual([])
  }

  it('names its successor, also when it was migrated by an earlier release', async () => {
    const { db } = shop.platform
    const email = on.freshEmail()
    const [first, other] = [await on.addEarlier(email), await on.addEarlier(on.freshEmail())]
    const { uid } = await signUpProved(shop, email)
    await customSale(first)
    await on.migrate(uid)
    const second = await on.addEarlier(email)
    await on.migrate(uid)
    const all = [first, second, other, uid]
    const successors = async () => {
      const users = await db.selectFrom('users').select(['id', 'migrated_to']).where('id', 'in', all).execute()
      return new Map(users.map((user) => [user.id, user.migrated_to]))
    }
    const expected = new Map([...[first, second].map((old) => [old, uid] as const), [other, null] as const, [uid, null] as const])
    expect(await successors()).toEqual(expected)
    await sql`alter table users drop column migrated_to`.execute(db)
    await addSuccessors(db as unknown as Kysely<unknown>)
    expect(await successors()).toEqual(expected)
  })

  describe('before another one of the same person', () => {
    it('hands on what reaches it later, by one person’s button and by everybody’s', async () => {
      const email = on.freshEmail()
      const first = await on.addEarlier(email)
      const { uid } = await signUpProved(shop, email)
      expect(await on.migrate(uid)).toBe('Migration completed')
      const second = await on.addEarlier(email)
      expect(await on.migrate(uid)).toBe('Migration completed')

      expect(await on.push(lateSale(first))).toEqual(['done'])
      expect(await balancesOf(first, second, uid)).toEqual([4.62, 0, 0])
      expect(await on.migrate(uid)).toBe('Migration completed')
      expect(await balancesOf(first, second, uid)).toEqual([0, 0, 4.62])
      expect(await on.push(lateSale(second), lateSale(first))).toEqual(['done', 'done'])
      for (let left = 2; left > 0; left--) await on.asAdmin('POST', '/auth/migrate-all')
      expect(await balancesOf(first, second, uid)).toEqual([0, 0, 13.86])
      expect(await on.migrate(uid)).toBe('Nothing left to migrate')
      await requireLaws()
    })
  })

  describe('is still named by what a till queued before, and so', () => {
    const migrated = async <T>(prepare: (old: string) => Promise<T>) => {
      const email = on.freshEmail()
      const old = await on.addEarlier(email)
      const prepared = await prepare(old)
      const person = await signUpProved(shop, email)
      await on.migrate(person.uid)
      return { old, ...person, prepared }
    }

    /** Sells something of the account at the till, and answers how a void names that sale. */
    const sellOf = async (uid: string) => {
      const sale = lateSale(uid)
      expect(await on.push(sale)).toEqual(['done'])
      const { saleId, lines } = sale.args as { saleId: string; lines: PosSale['lines'] }
      return saleReferenceOf({ id: saleId, lines })
    }

    it('the sale at the till that a void names is undone, on the account that it now pays', async () => {
      const { old, uid, prepared } = await migrated(sellOf)
      expect(await balancesOf(old, uid)).toEqual([0, 4.62])
      expect(await on.push(queued(voidPosSale, { ...prepared, reason: 'Wrong', goods: 'back' }))).toEqual(['done'])
      expect(await balancesOf(old, uid)).toEqual([0, 0])
      await requireLaws()
    })

    it('a void that names neither account is refused', async () => {
      const { prepared } = await migrated(sellOf)
      const args = { ...prepared, consignorIds: [await on.addEarlier(on.freshEmail())], reason: '', goods: 'back' } as const
      expect(await on.push(queued(voidPosSale, args))).toEqual(['SALE_CHANGED'])
    })

    it('a void after the erasure of both accounts changes the account that was paid', async () => {
      const { old, uid, prepared } = await migrated(sellOf)
      await on.asAdmin('PUT', `/sales/balance/${uid}`, { balance: 0 })
      await on.asAdmin('POST', `/auth/users/${uid}/erase`, { name: await nameOf(uid) })
      expect(await on.push(queued(voidPosSale, { ...prepared, reason: '', goods: 'back' }))).toEqual(['done'])
      expect(await availableOf(old, uid)).toEqual([0, -462])
      await requireLaws()
    })

    it('a former admin’s sale is settled only by the account that it pays, and not by the earlier one', async () => {
      const { old, uid } = await migrated(async () => undefined)
      const former = await shop.signUp(on.freshEmail())
      await sql`update users set admin_until_ms = 1 where id = ${former.uid}`.execute(shop.platform.db)
      const sale = lateSale(uid)
      const body = { clientId: freshId(), protocol: PROTOCOL_VERSION, commands: [sale] }
      expect((await shop.ask('POST', '/sync/push', body, former)).body.results).toMatchObject([{ status: 'done' }])
      const { saleId, cartId, lines } = sale.args as { saleId: string; cartId: string; lines: PosSale['lines'] }
      const reference = saleReferenceOf({ id: suspendedIdOf(saleId), lines })
      const settlement = { ...reference, cartId, decision: 'accept', goods: 'back', note: '' }
      expect(await on.push(queued(settleSuspendedSale, { ...settlement, consignorIds: [old] }))).toEqual(['SALE_CHANGED'])
      expect(await availableOf(old, uid)).toEqual([0, 0])
      expect(await on.push(queued(settleSuspendedSale, settlement))).toEqual(['done'])
      expect(await availableOf(old, uid)).toEqual([0, 462])
      await requireLaws()
    })

    it('a payout is paid or deleted once, from the account to which it moved', async () => {
      const { old, uid } = await migrated(async (old) => {
        await customSale(old)
        for (const amount of [15, 10])
          await on.asAdmin('POST', `/payouts/${old}/request`, { amount, method: 'cashapp', paymentUsername: 'old' })
      })
      const payouts = await shop.platform.db.selectFrom('payouts').selectAll().where('uid', '=', uid).orderBy('amount_cents').execute()
      const [small, large] = payouts.map(({ id }) => ({ payoutId: id, uid: old }))
      const commands = () => [queued(removePayout, small), queued(markPayoutPaid, large)]
      expect(await on.push(...commands())).toEqual(['done', 'done'])
      expect(await on.push(...commands())).toEqual(['done', 'done'])
      expect(await on.push(queued(markPayoutPaid, { ...large, uid: freshId() }))).toEqual(['PAYOUT_NOT_FOUND'])
      expect(await availableOf(old, uid)).toEqual([0, 2_500])
      const balance = await shop.platform.db.selectFrom('balances').select('held_cents').where('id', '=', uid).executeTakeFirst()
      expect(balance).toEqual({ held_cents: 0 })
      await requireLaws()
    })

    it('a sale made elsewhere and a custom sale pay the successor, and are undone there', async () => {
      const addItem = async (consignorID: string) => {
        const { item } = await on.asAdmin('POST', '/inventory/consignor', { consignorID, itemName: 'Cup', barcode1: '1', quantity: 3 })
        return item.id as string
      }
      const { old, uid, prepared: itemId } = await migrated(addItem)
      const sold = { itemId, consignorId: old, salePriceCents: 1_000, shippingCostCents: 0, quantity: 1, consignorPercentage: 50 }
      const [recorded, custom] = [freshId(), freshId()]
      expect(
        await on.push(
          queued(recordSale, { ...sold, saleId: recorded }),
          queued(recordCustomSale, { saleId: custom, consignorId: old, itemName: 'Lamp', amountCents: 700 }),
        ),
      ).toEqual(['done', 'done'])
      expect(await availableOf(old, uid)).toEqual([0, 1_200])
      const undo = (id: string, item: string | null) => ({ saleId: id, itemId: item, consignorId: old, reason: '', goods: 'back' })
      expect(await on.push(queued(voidRecordedSale, { ...undo(recorded, itemId), consignorId: freshId() }))).toEqual(['SALE_CHANGED'])
      expect(await on.push(queued(voidRecordedSale, undo(recorded, itemId)), queued(voidRecordedSale, undo(custom, null)))).toEqual([
        'done',
        'done',
      ])
      expect(await availableOf(old, uid)).toEqual([0, 0])
      const other = { ...sold, saleId: freshId(), consignorId: (await shop.signUp(on.freshEmail())).uid }
      expect(await on.push(queued(recordSale, other))).toEqual(['ITEM_NOT_FOUND'])
      await requireLaws()
    })

    it('a payout that an admin requested and handed out stands in the books of the successor, once', async () => {
      const handedOut = async (old: string) => {
        await customSale(old)
        const payoutId = freshId()
        return [
          queued(requestPayout, { payoutId, uid: old, amountCents: 1_500, method: 'cashapp', handle: '$old' }),
          queued(markPayoutPaid, { payoutId, uid: old }),
        ]
      }
      const { old, uid, prepared } = await migrated(handedOut)
      expect(await on.push(...prepared)).toEqual(['done', 'done'])
      expect(await on.push(...prepared.map((one) => ({ ...one, id: freshId() })))).toEqual(['PAYOUT_EXISTS', 'done'])
      expect(await availableOf(old, uid)).toEqual([0, 2_500])
      const { db } = shop.platform
      const payouts = db.selectFrom('payouts').select(['uid', 'amount_cents', 'handle', 'status']).where('uid', 'in', [old, uid])
      expect(await payouts.execute()).toEqual([{ uid, amount_cents: 1_500, handle: '$old', status: 'paid' }])
      const infos = db.selectFrom('payment_infos').select(['id', 'cashtag']).where('id', 'in', [old, uid])
      expect(await infos.execute()).toEqual([{ id: uid, cashtag: '$old' }])
      await requireLaws()
    })

    it('a payout of the earlier account leaves the handle that the successor has saved since', async () => {
      const { old, uid, prepared } = await migrated(async (old) => {
        await customSale(old)
        return [queued(requestPayout, { payoutId: freshId(), uid: old, amountCents: 1_500, method: 'cashapp', handle: '$old' })]
      })
      const { db } = shop.platform
      expect(
        await on.push(queued(requestPayout, { payoutId: freshId(), uid, amountCents: 100, method: 'cashapp', handle: '$new' })),
      ).toEqual(['done'])
      expect(await on.push(...prepared)).toEqual(['done'])
      const handles = await db.selectFrom('payouts').select('handle').where('uid', '=', uid).orderBy('amount_cents').execute()
      expect(handles).toEqual([{ handle: '$new' }, { handle: '$old' }])
      const infos = db.selectFrom('payment_infos').select(['id', 'cashtag']).where('id', 'in', [old, uid])
      expect(await infos.execute()).toEqual([{ id: uid, cashtag: '$new' }])
    })

    it('a payout is requested by nobody but an admin, not even by the successor', async () => {
      const { old, uid, token } = await migrated(customSale)
      const request = { payoutId: freshId(), uid: old, amountCents: 1_500, method: 'cashapp', handle: '$new' }
      const body = { clientId: freshId(), protocol: PROTOCOL_VERSION, commands: [queued(requestPayout, request)] }
      expect((await shop.ask('POST', '/sync/push', body, { token })).body.results).toMatchObject([{ code: 'FORBIDDEN' }])
      expect(await availableOf(old, uid)).toEqual([0, 4_000])
    })

    it('goods that were added, counted in, copied or allocated lie on the shelf of the successor', async () => {
      const master = freshId()
      const texts = { itemName: 'Cup', barcode1: '7' }
      const taken = { quantity: 2, location: 'A' }
      const kept = freshId()
      const taking = (old: string) => [
        queued(addConsignorItem, { id: freshId(), consignorId: old, texts, quantity: 2 }),
        queued(copyItem, { sourceItemId: master, consignorId: old, newItemId: freshId(), ...taken }),
        queued(allocateItem, { masterItemId: master, consignorId: old, newItemId: freshId(), ...taken }),
        queued(allocateItem, { masterItemId: master, consignorId: old, newItemId: freshId(), addToItemId: kept, ...taken }),
        queued(massInputItems, { consignorId: old, itemName: 'Cup', location: '', entries: [{ id: freshId(), barcode: '8' }] }),
      ]
      const { old, uid, prepared } = await migrated(async (old) => {
        const held = { id: kept, consignorId: old, texts: { ...texts, location: 'A' }, quantity: 1 }
        expect(await on.push(queued(addMasterItem, { id: master, texts, quantity: 9 }), queued(addConsignorItem, held))).toEqual([
          'done',
          'done',
        ])
        return taking(old)
      })
      expect(await on.push(...prepared)).toEqual(prepared.map(() => 'done'))
      const shelf = shop.platform.db.selectFrom('items').select(['consignor_id', 'stock_count']).where('consignor_id', 'in', [old, uid])
      expect(await shelf.orderBy('stock_count').execute()).toEqual(
        [1, 2, 2, 2, 3].map((stock_count) => ({ consignor_id: uid, stock_count })),
      )
      await requireLaws()
    })

    it('goods reach nobody when the successor is closed too', async () => {
      const { old, uid } = await migrated(async () => undefined)
      await on.asAdmin('DELETE', `/auth/users/${uid}`)
      const goods = { id: freshId(), consignorId: old, texts: { itemName: 'Cup', barcode1: '7' }, quantity: 2 }
      expect(await on.push(queued(addConsignorItem, goods))).toEqual(['CONSIGNOR_NOT_FOUND'])
    })

    it('a custom sale pays nobody when the successor is closed too', async () => {
      const { old, uid } = await migrated(async () => undefined)
      await on.asAdmin('DELETE', `/auth/users/${uid}`)
      const sale = { saleId: freshId(), consignorId: old, itemName: 'Lamp', amountCents: 700 }
      expect(await on.push(queued(recordCustomSale, sale))).toEqual(['CONSIGNOR_NOT_FOUND'])
    })
  })
})
