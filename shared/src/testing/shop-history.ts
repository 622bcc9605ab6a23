import fc from 'fast-check'
import { addEarlierAccounts } from '../accounts/commands/add-earlier-accounts.ts'
import { closeAccount } from '../accounts/commands/close-account.ts'
import { migrateAccount } from '../accounts/commands/migrate-account.ts'
import { addConsignorItem, addMasterItem } from '../inventory/commands/add-item.ts'
import { allocateItem } from '../inventory/commands/allocate-item.ts'
import { copyItem } from '../inventory/commands/copy-item.ts'
import { editItem, removeItem } from '../inventory/commands/edit-item.ts'
import { importItems } from '../inventory/commands/import-items.ts'
import { massInputItems } from '../inventory/commands/mass-input-items.ts'
import { recordMasterSale } from '../inventory/commands/record-master-sale.ts'
import { settleDiscrepancy } from '../inventory/commands/settle-discrepancy.ts'
import { settleActionsOf, settleArgs } from '../inventory/rules/settling.ts'
import { type Discrepancy, discrepancies, type Item, items } from '../inventory/schema.ts'
import type { Actor, AnyCommand } from '../kernel/define-command.ts'
import { markPayoutPaid } from '../payouts/commands/mark-payout-paid.ts'
import { removePayout } from '../payouts/commands/remove-payout.ts'
import { requestPayout } from '../payouts/commands/request-payout.ts'
import { undoPayoutPaid } from '../payouts/commands/undo-payout-paid.ts'
import { type Payout, payouts } from '../payouts/schema.ts'
import { saveCart } from '../pos/commands/save-cart.ts'
import { type Cart, type PosSale, posSales, type SuspendedSale, suspendedSales, type Tender } from '../pos/schema.ts'
import { adjustBalance } from '../sales/commands/adjust-balance.ts'
import { completePosSale } from '../sales/commands/complete-pos-sale.ts'
import { editSale } from '../sales/commands/edit-sale.ts'
import { recordCustomSale } from '../sales/commands/record-custom-sale.ts'
import { recordSale } from '../sales/commands/record-sale.ts'
import { settleSuspendedArgs, settleSuspendedSale } from '../sales/commands/settle-suspended-sale.ts'
import { voidPosSale } from '../sales/commands/void-pos-sale.ts'
import { voidRecordedArgs, voidRecordedSale } from '../sales/commands/void-recorded-sale.ts'
import { goodsSchema } from '../sales/rules/returned-pieces.ts'
import { saleReferenceOf } from '../sales/rules/sale-reference.ts'
import { type Balance, balances, type Sale, sales } from '../sales/schema.ts'
import { ADMIN, FORMER_ADMIN, MemoryShop, testId } from './memory-shop.ts'

const itemId = (n: number) => testId(100 + n)
/** Uid of a consignor. 0 to 2 are the three consignors; 3 to 5 are their earlier accounts. */
const consignorId = (n: number) => testId(10 + n)
const EARLIER = 3
const recordedSaleId = (n: number) => testId(1_100 + n)
/** Makes the id of the n-th POS sale in a history. */
export const posSaleId = (n: number): string => testId(1_020 + n)

const item = fc.nat(7)
const consignor = fc.oneof({ weight: 4, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.integer({ min: EARLIER, max: EARLIER + 2 }) })
const present = fc.nat(2)
const quantity = fc.integer({ min: 1, max: 6 })
const price = fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 3 }))
const cents = fc.integer({ min: 0, max: 10_000 }).map((bps) => bps / 100)
const percentage = fc.oneof(fc.integer({ min: 0, max: 100 }), cents)
const lateMs = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 50 }) })
const goods = fc.constantFrom(...goodsSchema.options)
const off = fc.record({ percent: fc.integer({ min: 1, max: 100 }), bearer: fc.constantFrom('shared', 'shop', 'consignor') })
const line = fc.record({ item: fc.option(item), consignor: fc.option(consignor), price, quantity, percentage, off: fc.option(off) })
const step = <const Name extends string, Fields extends object>(
  name: Name,
  fields: { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
) => fc.record({ do: fc.constant(name), ...fields }) as fc.Arbitrary<{ do: Name } & Fields>

const stepsByName = {
  addMaster: step('addMaster', { item, quantity: fc.nat(5) }),
  addConsignor: step('addConsignor', { item, consignor, quantity: fc.nat(5) }),
  edit: step('edit', { item, delta: fc.integer({ min: -5, max: 5 }) }),
  recount: step('recount', { item, counted: fc.nat(6), lateMs }),
  remove: step('remove', { item }),
  allocate: step('allocate', { item, consignor, to: item, quantity }),
  copy: step('copy', { item, consignor, to: item, quantity }),
  massInput: step('massInput', {
    consignor,
    barcodes: fc.array(fc.constantFrom('1', '2', '3'), { minLength: 1, maxLength: 4 }),
    from: item,
  }),
  import: step('import', {
    consignor: fc.option(consignor),
    mode: fc.constantFrom('skip', 'update', 'add'),
    rows: fc.array(fc.tuple(item, quantity), { minLength: 1, maxLength: 4 }),
  }),
  sellMaster: step('sellMaster', { item, sale: fc.nat(30), quantity }),
  record: step('record', { item, sale: fc.nat(30), quantity, price, shipping: fc.nat(500), percentage }),
  custom: step('custom', { consignor, sale: fc.nat(30), price }),
  adjust: step('adjust', { consignor, target: fc.integer({ min: -5_000, max: 5_000 }), seen: fc.option(fc.nat(5_000)) }),
  saveCart: step('saveCart', { cart: fc.nat(3) }),
  complete: step('complete', {
    sale: fc.nat(6),
    cart: fc.nat(3),
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    taxRateBps: fc.constantFrom(825, 0, 1_000),
    byFormerAdmin: fc.boolean(),
    lateMs,
  }),
  editSale: step('editSale', {
    nth: fc.nat(20),
    changes: fc.record(
      { salePriceCents: price, payoutCents: price, soldQuantity: quantity, shippingCostCents: fc.nat(500) },
      { requiredKeys: [] },
    ),
  }),
  void: step('void', { nth: fc.nat(5), byFormerAdmin: fc.boolean(), goods }),
  voidRecorded: step('voidRecorded', { nth: fc.nat(9), goods }),
  settleSuspended: step('settleSuspended', { nth: fc.nat(5), decision: fc.constantFrom('accept', 'reject'), goods }),
  requestPayout: step('requestPayout', {
    consignor,
    percent: fc.constantFrom(100, 100, 50, 10, 101),
    payout: fc.nat(20),
    byAdmin: fc.boolean(),
  }),
  payPayout: step('payPayout', { nth: fc.nat(9) }),
  undoPaid: step('undoPaid', { nth: fc.nat(9) }),
  removePayout: step('removePayout', { nth: fc.nat(9) }),
  addEarlier: step('addEarlier', { consignor: present, owed: fc.integer({ min: -2_000, max: 5_000 }) }),
  migrate: step('migrate', { consignor: present }),
  closeAccount: step('closeAccount', { consignor }),
  settle: step('settle', { nth: fc.nat(9), action: fc.nat(3), counted: fc.nat(5), goods }),
  dismissConsignor: step('dismissConsignor', { consignor }),
}

/** One event in the shop. Small numbers stand for ids, so that several steps concern the same rows. */
export type Step = {
  [Name in keyof typeof stepsByName]: (typeof stepsByName)[Name] extends fc.Arbitrary<infer S> ? S : never
}[keyof typeof stepsByName]
type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>

/** Weights of steps on which other steps depend. Without these weights, histories would mostly be refusals. */
const WEIGHTS: Partial<Record<Step['do'], number>> = {
  addMaster: 3,
  addConsignor: 3,
  record: 2,
  complete: 3,
  void: 2,
  settleSuspended: 2,
  requestPayout: 5,
  payPayout: 3,
  removePayout: 2,
  migrate: 2,
}

/** Any step of a shop's history. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  ...(Object.entries(stepsByName) as [Step['do'], fc.Arbitrary<Step>][]).map(([name, arbitrary]) => ({
    weight: WEIGHTS[name] ?? 1,
    arbitrary,
  })),
)

/** Generates a history within these lengths. Every length is equally likely, because short histories rarely reach the interesting states. */
export const historyOf = (step: fc.Arbitrary<Step>, minLength: number, maxLength: number): fc.Arbitrary<Step[]> =>
  fc.array(step, { minLength, maxLength, size: 'max' })

const {
  addConsignor: addsItem,
  complete,
  record,
  custom,
  editSale: edits,
  requestPayout: asks,
  payPayout: pays,
  undoPaid: unpays,
  removePayout: takesBack,
} = stepsByName

/** Steps among which only payouts lower a balance. */
export const moneyStep: fc.Arbitrary<Step> = fc.oneof(addsItem, complete, record, custom, edits, asks, asks, pays, unpays, takesBack)

const LAST_RECORDED = 50
/** A recorded, custom or master sale whose number no other step of a history uses. */
export const lastRecordedSale: fc.Arbitrary<Step> = fc
  .oneof(record, custom, stepsByName.sellMaster)
  .map((doing) => ({ ...doing, sale: LAST_RECORDED }))
/** Id of the sale of `lastRecordedSale`. */
export const lastRecordedSaleId = recordedSaleId(LAST_RECORDED)

/** A POS sale whose number and cart no other step of a history uses. */
export const lastSale: fc.Arbitrary<Step> = stepsByName.complete.map((doing) => ({ ...doing, sale: 50, cart: 9, byFormerAdmin: false }))

type Doing = { command: AnyCommand; args: unknown; actor?: Actor }

const textsOf = (n: number) => ({ itemName: `Item ${n}`, barcode1: `${n % 4}` })
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
const ownGoodsOf = (shop: MemoryShop) => shop.all<Item>(items).filter((one) => one.consignorId === null && one.stockCount > 0)
const ownerOf = (n: number | null) => (n === null ? null : consignorId(n))

/** Turns a step into a command in the shop's current state; undefined when there is nothing to act on. */
const doingOf: { [Name in Exclude<Step['do'], 'dismissConsignor'>]: (doing: StepOf<Name>, shop: MemoryShop) => Doing | undefined } = {
  addMaster: ({ item: n, quantity: count }) => ({ command: addMasterItem, args: { id: itemId(n), texts: textsOf(n), quantity: count } }),
  addConsignor: ({ item: n, consignor: owner, quantity: count }) => ({
    command: addConsignorItem,
    args: { id: itemId(n), consignorId: consignorId(owner), texts: textsOf(n), quantity: count },
  }),
  edit: ({ item: n, delta }) => ({ command: editItem, args: { id: itemId(n), changes: { location: 'B2' }, quantityDelta: delta } }),
  recount: ({ item: n, counted }) => ({ command: editItem, args: { id: itemId(n), changes: {}, countedQuantity: counted } }),
  remove: ({ item: n }) => ({ command: removeItem, args: { id: itemId(n) } }),
  // picks an existing row, which a random id would hardly ever name
  allocate: ({ item: n, consignor: owner, to, quantity: count }, shop) => ({
    command: allocateItem,
    args: {
      masterItemId: pick(ownGoodsOf(shop), n)?.id ?? itemId(n),
      consignorId: consignorId(owner),
      newItemId: itemId(to),
      quantity: count,
    },
  }),
  copy: ({ item: n, consignor: owner, to, quantity: count }) => ({
    command: copyItem,
    args: { sourceItemId: itemId(n), consignorId: consignorId(owner), newItemId: itemId(to), quantity: count },
  }),
  massInput: ({ consignor: owner, barcodes, from }) => ({
    command: massInputItems,
    args: { consignorId: consignorId(owner), itemName: 'Many', entries: barcodes.map((barcode, n) => ({ id: itemId(from + n), barcode })) },
  }),
  import: ({ consignor: owner, mode, rows }, shop) => ({
    command: importItems,
    args: {
      importId: testId(700_000 + (shop.nowMs % 100_000)),
      consignorId: ownerOf(owner),
      mode,
      fileName: 'x.csv',
      rows: rows.map(([n, count], index) => ({ id: itemId(n), line: index + 2, texts: textsOf(n), quantity: count })),
    },
  }),
  sellMaster: ({ item: n, sale, quantity: count }, shop) => ({
    command: recordMasterSale,
    args: { saleId: recordedSaleId(sale), itemId: pick(ownGoodsOf(shop), n)?.id ?? itemId(n), quantity: count },
  }),
  record: ({ item: n, sale, quantity: count, price: salePriceCents, shipping, percentage: consignorPercentage }, shop) => ({
    command: recordSale,
    args: {
      saleId: recordedSaleId(sale),
      itemId: itemId(n),
      consignorId: shop.item(itemId(n))?.consignorId ?? null,
      salePriceCents,
      shippingCostCents: shipping,
      quantity: count,
      consignorPercentage,
    },
  }),
  custom: ({ consignor: owner, sale, price: amountCents }) => ({
    command: recordCustomSale,
    args: { saleId: recordedSaleId(sale), consignorId: consignorId(owner), itemName: 'Lamp', amountCents },
  }),
  adjust: ({ consignor: owner, target: targetCents, seen: seenCents }) => ({
    command: adjustBalance,
    args: { uid: consignorId(owner), targetCents, seenCents, reason: '' },
  }),
  saveCart: ({ cart }) => ({ command: saveCart, args: { cart: cartOf(cart) } }),
  complete: (doing) => ({ command: completePosSale, args: saleArgs(doing), actor: doing.byFormerAdmin ? FORMER_ADMIN : ADMIN }),
  void: ({ nth, byFormerAdmin, goods: where }, shop) => {
    const sale = pick([...shop.all<PosSale>(posSales), ...shop.all<SuspendedSale>(suspendedSales)], nth)
    const actor = byFormerAdmin ? FORMER_ADMIN : ADMIN
    return sale && { command: voidPosSale, args: { ...saleReferenceOf(sale), reason: '', goods: where }, actor }
  },
  voidRecorded: ({ nth, goods: where }, shop) => {
    const recorded = shop.all<Sale>(sales).filter(({ kind }) => kind !== 'pos')
    const sale = pick(recorded, nth)
    return sale && { command: voidRecordedSale, args: voidRecordedArgs(sale, '', where) }
  },
  settleSuspended: ({ nth, decision, goods: where }, shop) => {
    const sale = pick(shop.all<SuspendedSale>(suspendedSales), nth)
    return sale && { command: settleSuspendedSale, args: settleSuspendedArgs(sale, decision, '', where) }
  },
  settle: (doing, shop) => settling(doing, shop),
  editSale: ({ nth, changes }, shop) => {
    const sale = pick(shop.all<Sale>(sales), nth)
    return sale && { command: editSale, args: { saleId: sale.id, changes } }
  },
  requestPayout: ({ consignor: owner, percent, payout, byAdmin }, shop) => {
    const uid = consignorId(owner)
    const { availableCents = 0 } = (shop.get(balances, uid) as Balance | undefined) ?? {}
    return {
      command: requestPayout,
      args: {
        payoutId: testId(6_000 + payout),
        uid,
        amountCents: Math.max(1, Math.ceil((availableCents * percent) / 100)),
        method: payout % 2 === 0 ? 'cashapp' : 'venmo',
        handle: 'ann',
      },
      actor: byAdmin ? ADMIN : consignorActor(owner),
    }
  },
  payPayout: ({ nth }, shop) => ofPayout(markPayoutPaid, shop, nth),
  undoPaid: ({ nth }, shop) => ofPayout(undoPayoutPaid, shop, nth),
  removePayout: ({ nth }, shop) => ofPayout(removePayout, shop, nth),
  addEarlier: ({ consignor: owner, owed: openingCents }) => {
    const uid = consignorId(EARLIER + owner)
    const email = emailOf(consignorId(owner))
    const person = { uid, email, displayName: '', username: null, role: 'user', openingCents }
    return { command: addEarlierAccounts, args: { people: [person], fileName: '' } }
  },
  migrate: ({ consignor: owner }, shop) => {
    const fromUid = consignorId(EARLIER + owner)
    const sold = shop.all<Sale>(sales).filter((sale) => sale.consignorId === fromUid)
    const posSaleIds = [...new Set(sold.flatMap(({ posSaleId }) => posSaleId ?? []))]
    return { command: migrateAccount, args: { fromUid, toUid: consignorId(owner), posSaleIds } }
  },
  closeAccount: ({ consignor: owner }) => ({ command: closeAccount, args: { uid: consignorId(owner) } }),
}

const consignorActors = Array.from({ length: 2 * EARLIER }, (_, n): Actor => ({ uid: consignorId(n), role: 'user', wasAdmin: false }))
const consignorActor = (n: number): Actor => consignorActors[n] as Actor
const emailOf = (uid: string) => `${uid}@example.org`

function ofPayout(command: AnyCommand, shop: MemoryShop, nth: number): Doing | undefined {
  const payout = pick(shop.all<Payout>(payouts), nth)
  return payout && { command, args: { payoutId: payout.id, uid: payout.uid } }
}

/** Performs a step. Refusals are allowed, because histories are random. */
export function perform(shop: MemoryShop, doing: Step): void {
  if (doing.do === 'dismissConsignor') {
    shop.removeUser(consignorId(doing.consignor))
    return
  }
  const toDo = (doingOf[doing.do] as (step: Step, shop: MemoryShop) => Doing | undefined)(doing, shop)
  const at = ++shop.nowMs - ('lateMs' in doing ? doing.lateMs : 0)
  if (toDo) shop.try(toDo.command, toDo.args, { at, actor: toDo.actor ?? ADMIN })
}

const cartOf = (n: number): Cart => ({
  id: testId(2_000 + n),
  status: 'open',
  label: '',
  clientId: testId(3),
  lines: [],
  consignorPercentage: 50,
  saleId: null,
  createdAtMs: 1,
  updatedAtMs: 1,
  byUid: testId(1),
})

function saleArgs({ sale, cart, lines: sold, taxRateBps }: StepOf<'complete'>) {
  const lines = sold.map((one, n) => ({
    id: testId(5_000 + n),
    itemId: one.item === null ? null : itemId(one.item),
    itemName: 'Thing',
    barcode: '1',
    imageUrl: '',
    consignorName: '',
    consignorId: ownerOf(one.consignor),
    unitPriceCents: one.price,
    quantity: one.quantity,
    reductions: one.off && [reducedBy(one.off, one.price * one.quantity)],
    consignorPercentage: one.percentage,
  }))
  const amountCents = lines.reduce((sum, one) => sum + one.unitPriceCents * one.quantity - (one.reductions?.[0]?.reducedCents ?? 0), 0)
  return {
    saleId: posSaleId(sale),
    displayId: 'POS-1',
    receiptNumber: 'A-1',
    cartId: cartOf(cart).id,
    taxRateBps,
    consignorPercentage: 50,
    lines,
    tenders: tendersOf(amountCents),
  }
}

const reducedBy = ({ percent, bearer }: { readonly percent: number; readonly bearer: string }, priceCents: number) => ({
  ...{ kind: 'percent', value: percent * 100, bearer, reason: '', scope: 'line' },
  reducedCents: Math.floor((priceCents * percent) / 100),
})

/** Splits a payment into a cent by card and the rest in cash, if there is a rest. */
function tendersOf(amountCents: number) {
  const paid = (kind: Tender['kind'], part: number) => ({ kind, label: '', amountCents: part, givenCents: null })
  if (amountCents === 0) return []
  return amountCents > 1 ? [paid('cash', amountCents - 1), paid('card', 1)] : [paid('other', amountCents)]
}

function settling({ nth, action, counted, goods: where }: StepOf<'settle'>, shop: MemoryShop): Doing | undefined {
  const open = shop.all<Discrepancy>(discrepancies).filter((one) => one.settledAtMs === null)
  const discrepancy = pick(open, nth)
  if (!discrepancy) return undefined
  const chosen = pick(settleActionsOf(discrepancy), action) ?? 'accept'
  const sale = shop.all<PosSale>(posSales).find((one) => one.id === discrepancy.saleId)
  const countedQuantity = chosen === 'correct_count' ? counted : undefined
  return { command: settleDiscrepancy, args: settleArgs(discrepancy, { action: chosen, countedQuantity, goods: where }, sale) }
}

/** Makes a shop with an admin and three consignors. */
export function freshShop(): MemoryShop {
  const shop = new MemoryShop()
  shop.addUser(ADMIN.uid, { role: 'admin' })
  for (let n = 0; n < EARLIER; n++) shop.addUser(consignorId(n), { email: emailOf(consignorId(n)), emailProvedAtMs: 1 })
  return shop
}
