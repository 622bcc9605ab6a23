import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { cents } from '../../kernel/money.ts'
import { ADMIN, MemoryShop, testId } from '../../testing/memory-shop.ts'
import { balances, type LedgerEntry, ledgerEntries } from '../schema.ts'
import { post, reversed, type Side } from './ledger.ts'
import { POSTING_KINDS, sourceOfKind } from './posting-kinds.ts'

const ann = testId(10)
const postSides = defineCommand({
  name: 'test.post',
  args: z.object({ sides: z.array(z.custom<Side>()) }),
  roles: ['admin'],
  refusals: [],
  touches: () => [byId(balances, ann)],
  run: (tx, { sides }, ctx) => post(tx, ctx, { kind: 'adjustment', sourceId: ann, sides }),
})

const side = (account: Side['account'], uid: string | null, amount: number): Side => ({ account, uid, amountCents: cents(amount) })
let shop: MemoryShop
const book = (...sides: Side[]) => shop.run(postSides, { sides })
const entries = () => shop.all<LedgerEntry>(ledgerEntries)

beforeEach(() => {
  shop = new MemoryShop()
})

describe('a posting', () => {
  it('whose sides do not sum to zero is a bug, and writes nothing', () => {
    const short = [side('consignor_available', ann, 500), side('adjustments', null, -499)]
    expect(() => book(...short)).toThrow('posting adjustment of')
    expect(() => book(side('tax', null, 1))).toThrow('does not balance')
    expect([entries(), shop.get(balances, ann)]).toEqual([[], undefined])
  })

  it('keeps its sides together, says who made it, and leaves out sides of nothing', () => {
    book(side('consignor_available', ann, 500), side('tax', null, 0), side('adjustments', null, -500))
    const common = { kind: 'adjustment', sourceId: ann, atMs: shop.nowMs, byUid: ADMIN.uid }
    expect(entries()).toMatchObject([
      { ...common, account: 'consignor_available', uid: ann, amountCents: 500 },
      { ...common, account: 'adjustments', uid: null, amountCents: -500 },
    ])
    expect(new Set(entries().map(({ postingId }) => postingId)).size).toBe(1)
  })

  it('of nothing but nothing leaves no trace', () => {
    expect([...book(side('consignor_available', ann, 0), side('adjustments', null, 0))]).toEqual([])
  })

  it('changes what is available and what is held, each by its own sides, and its reverse changes both back', () => {
    const hold = [side('consignor_available', ann, -300), side('consignor_held', ann, 300)]
    book(side('consignor_available', ann, 500), side('adjustments', null, -500))
    book(...hold)
    expect(shop.get(balances, ann)).toEqual({ id: ann, availableCents: 200, heldCents: 300 })
    book(...reversed(hold))
    expect(shop.get(balances, ann)).toEqual({ id: ann, availableCents: 500, heldCents: 0 })
  })

  it('that gives a consignor’s money to nobody is a bug', () => {
    expect(() => book(side('consignor_held', null, 5), side('adjustments', null, -5))).toThrow('names nobody')
  })
})

it('every kind of posting has its kind of origin, and an unknown kind has none', () => {
  expect(POSTING_KINDS.map(sourceOfKind)).not.toContain(null)
  expect([sourceOfKind('pos_sale'), sourceOfKind('trade_hold'), sourceOfKind('toString'), sourceOfKind('')]).toEqual([
    'sale',
    'trade',
    null,
    null,
  ])
})
