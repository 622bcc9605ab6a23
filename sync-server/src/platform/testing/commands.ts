import { randomBytes } from 'node:crypto'
import { EMPTY_PROFILE, users } from '@shop/shared/accounts/schema.ts'
import { type Item, items, stockMovements } from '@shop/shared/inventory/schema.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { byField, byId, defineCommand } from '@shop/shared/kernel/define-command.ts'
import { defineRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { type Cents, cents } from '@shop/shared/kernel/money.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { balances, ledgerEntries } from '@shop/shared/sales/schema.ts'
import * as z from 'zod/mini'

/** Makes an id as devices do. */
export const freshId = (atMs = Date.now()): string => uuidv7(atMs, randomBytes(10))

const refusals = defineRefusals({ TEST_SHORT: { status: 409, message: 'Not that many left' } })
const any = ['admin', 'user', 'system'] as const
const idArgs = z.object({ id: z.string() })

/** Makes a complete item with the fields in `more`. */
export function itemOf(id: string, more: Partial<Item> = {}): Item {
  return {
    id,
    source: more.consignorId ? 'ConsignorInventory' : 'MasterInventory',
    consignorId: null,
    itemName: 'Teapot',
    listingTitle: '',
    barcode1: '0001',
    barcode2: '',
    location: '',
    link: '',
    imageUrl: '',
    categoryId: '',
    condition: '',
    priceCents: null,
    stockCount: 0,
    recountedAtMs: null,
    promisedCount: 0,
    recentMoves: [],
    createdAtMs: 1,
    updatedAtMs: 1,
    ...more,
  }
}

export const addItem = defineCommand({
  name: 'test.addItem',
  args: z.object({
    id: z.string(),
    stock: z._default(z.int(), 0),
    consignorId: z._default(z.nullable(z.string()), null),
    barcode1: z._default(z.string(), '0001'),
    itemName: z._default(z.string(), 'Teapot'),
  }),
  roles: any,
  touches: ({ id }) => [byId(items, id)],
  run(tx, { id, stock, ...more }, ctx) {
    tx.put(items, itemOf(id, { ...more, stockCount: stock }))
    tx.put(stockMovements, {
      id: ctx.newId(),
      itemId: id,
      deltaCount: stock,
      kind: 'initial',
      sourceId: null,
      commandId: ctx.commandId,
      atMs: ctx.nowMs,
      byUid: ctx.actor.uid,
    })
  },
})

/** Takes pieces from an item's stock; refuses TEST_SHORT. */
export const takeItem = defineCommand({
  name: 'test.takeItem',
  args: z.object({ id: z.string(), quantity: z.int('A whole number, please') }),
  roles: any,
  refusals: ['TEST_SHORT'],
  touches: ({ id }) => [byId(items, id)],
  run(tx, { id, quantity }, ctx) {
    const item = tx.get(items, id)
    if (!item || item.stockCount < quantity) throw refusal(refusals, 'TEST_SHORT')
    tx.put(items, { ...item, stockCount: item.stockCount - quantity, updatedAtMs: ctx.nowMs })
    tx.put(stockMovements, {
      id: ctx.newId(),
      itemId: id,
      deltaCount: -quantity,
      kind: 'sale',
      sourceId: null,
      commandId: ctx.commandId,
      atMs: ctx.nowMs,
      byUid: ctx.actor.uid,
    })
  },
})

/** Gives an item to another consignor, or back to the shop. */
export const assignItem = defineCommand({
  name: 'test.assignItem',
  args: z.object({ id: z.string(), consignorId: z.nullable(z.string()) }),
  roles: any,
  touches: ({ id }) => [byId(items, id)],
  run(tx, { id, consignorId }) {
    const item = tx.get(items, id)
    if (item) tx.put(items, { ...item, consignorId })
  },
})

export const removeItem = defineCommand({
  name: 'test.removeItem',
  args: idArgs,
  roles: any,
  touches: ({ id }) => [byId(items, id)],
  run: (tx, { id }) => tx.remove(items, id),
})

/** Appends a text to the name of every item with this barcode. */
export const renameByBarcode = defineCommand({
  name: 'test.renameByBarcode',
  args: z.object({ barcode1: z.string(), itemName: z.string() }),
  roles: any,
  touches: ({ barcode1 }) => [byField(items, 'barcode1', barcode1)],
  run(tx, { barcode1, itemName }) {
    for (const item of tx.where(items, 'barcode1', barcode1)) tx.put(items, { ...item, itemName: `${item.itemName}${itemName}` })
  },
})

/** Credits a consignor: two ledger entries and the balance. */
export const credit = defineCommand({
  name: 'test.credit',
  args: z.object({ uid: z.string(), amountCents: z.int() }),
  roles: any,
  touches: ({ uid }) => [byId(balances, uid)],
  run(tx, { uid, amountCents }, ctx) {
    const before = tx.get(balances, uid)
    tx.put(balances, {
      id: uid,
      availableCents: cents((before?.availableCents ?? 0) + amountCents),
      heldCents: before?.heldCents ?? (cents(0) as Cents),
    })
    const posting = {
      postingId: ctx.commandId,
      kind: 'test',
      sourceId: ctx.commandId,
      commandId: ctx.commandId,
      atMs: ctx.nowMs,
      byUid: ctx.actor.uid,
    }
    tx.put(ledgerEntries, { ...posting, id: ctx.newId(), account: 'consignor_available', uid, amountCents: cents(amountCents) })
    tx.put(ledgerEntries, { ...posting, id: ctx.newId(), account: 'sales_clearing', uid: null, amountCents: cents(-amountCents) })
  },
})

/** Throws, as a command with a bug does. */
export const explode = defineCommand({
  name: 'test.explode',
  args: idArgs,
  roles: any,
  touches: () => [],
  run: () => {
    throw new TypeError('boom')
  },
})

/** Writes a value that the database refuses. */
export const poison = defineCommand({
  name: 'test.poison',
  args: idArgs,
  roles: any,
  touches: ({ id }) => [byId(items, id)],
  run: (tx, { id }) => tx.put(items, { ...itemOf(id), itemName: null as never }),
})

export const putUser = defineCommand({
  name: 'test.putUser',
  args: z.object({ id: z.string(), role: z.enum(['admin', 'user']), adminUntilMs: z._default(z.nullable(z.number()), null) }),
  roles: ['system'],
  channel: 'server',
  touches: ({ id }) => [byId(users, id)],
  run: (tx, { id, role, adminUntilMs }) =>
    tx.put(users, { ...EMPTY_PROFILE, id, email: `${id}@example.org`, displayName: id, role, adminUntilMs, createdAtMs: 1 }),
})

/** Records a fact, which a former admin may record too. */
export const stateFact = defineCommand({
  name: 'test.stateFact',
  args: idArgs,
  roles: ['admin'],
  isFact: true,
  touches: ({ id }) => [byId(items, id)],
  run: (tx, { id }, ctx) => tx.put(items, itemOf(id, { createdAtMs: ctx.nowMs })),
})

/** Version 2 of a command whose argument was `name` in version 1. */
export const renameItem = defineCommand({
  name: 'test.renameItem',
  version: 2,
  upgrades: { 1: (args) => ({ ...(args as object), itemName: (args as { name: string }).name }) },
  args: z.object({ id: z.string(), itemName: z.string() }),
  roles: any,
  touches: ({ id }) => [byId(items, id)],
  run(tx, { id, itemName }) {
    tx.put(items, itemOf(id, { itemName }))
  },
})

export const testCommands = [
  addItem,
  takeItem,
  assignItem,
  removeItem,
  renameByBarcode,
  credit,
  explode,
  poison,
  putUser,
  stateFact,
  renameItem,
]

export const system: Actor = { uid: 'system', role: 'system', wasAdmin: false }
export const admin: Actor = { uid: 'admin-1', role: 'admin', wasAdmin: false }
export const consignor: Actor = { uid: 'consignor-1', role: 'user', wasAdmin: false }

/** Makes a command as an outbox contains it. */
export function queued(command: { name: string; version: number }, args: unknown, more: Partial<QueuedCommand> = {}): QueuedCommand {
  return { id: freshId(), name: command.name, version: command.version, args, at: Date.now(), ...more }
}
