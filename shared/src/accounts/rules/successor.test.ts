import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineCommand } from '../../kernel/define-command.ts'
import { balances } from '../../sales/schema.ts'
import { MemoryShop, testId } from '../../testing/memory-shop.ts'
import { users } from '../schema.ts'
import { isOwner, presentConsignor, touchesOfConsignor } from './successor.ts'

const [earlier, ann, bob] = [testId(9), testId(10), testId(11)]
let shop: MemoryShop
beforeEach(() => {
  shop = new MemoryShop()
  shop.addUser(earlier, { migratedTo: ann })
  shop.addUser(ann)
  shop.addUser(bob)
})

/** Runs a question inside a command that names these consignors. */
function ask<Answer>(question: (tx: Parameters<typeof isOwner>[0]) => Answer): Answer {
  let answer: Answer | undefined
  const asking = defineCommand({
    name: 'test.ask',
    args: z.object({}),
    roles: ['admin'],
    touches: () => [earlier, ann, bob].flatMap(touchesOfConsignor),
    run: (tx) => void (answer = question(tx)),
  })
  shop.run(asking, {})
  return answer as Answer
}

it('an account and the earlier one that was migrated to it own the same things, and nobody else does', () => {
  const owns = (owner: string | null, uid: string | null) => ask((tx) => isOwner(tx, owner, uid))
  expect([owns(ann, ann), owns(ann, earlier), owns(null, null)]).toEqual([true, true, true])
  expect([owns(ann, bob), owns(earlier, ann), owns(bob, earlier)]).toEqual([false, false, false])
  expect([owns(null, ann), owns(null, earlier), owns(ann, null), owns(ann, testId(10))]).toEqual([false, false, false, true])
})

it('an earlier account stands for the one that it became', () => {
  expect(ask((tx) => [earlier, ann].map((uid) => presentConsignor(tx, uid)?.id))).toEqual([ann, ann])
})

it('whoever books for a consignor locks the balances of both accounts, and reads their profiles without a lock', () => {
  const locks = touchesOfConsignor(ann).map(({ collection, lock }) => [collection.name, lock])
  expect(locks).toEqual([
    [users.name, false],
    [users.name, false],
    [balances.name, true],
    [balances.name, true],
  ])
})
