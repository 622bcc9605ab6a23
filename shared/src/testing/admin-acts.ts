import { addEarlierAccounts } from '../accounts/commands/add-earlier-accounts.ts'
import { closeAccount } from '../accounts/commands/close-account.ts'
import { confirmHost } from '../accounts/commands/confirm-host.ts'
import { editUser } from '../accounts/commands/edit-user.ts'
import { eraseAccount } from '../accounts/commands/erase-account.ts'
import { migrateAccount } from '../accounts/commands/migrate-account.ts'
import { removeHost } from '../accounts/commands/remove-host.ts'
import { setFactorDemand } from '../accounts/commands/set-factor-demand.ts'
import { setSignUpRule } from '../accounts/commands/set-sign-up-rule.ts'
import { vouchForEmail } from '../accounts/commands/vouch-for-email.ts'
import { addCategory, editCategory, removeCategory } from '../inventory/commands/change-categories.ts'
import { editItem, removeItem } from '../inventory/commands/edit-item.ts'
import { importItems } from '../inventory/commands/import-items.ts'
import { settleDiscrepancy } from '../inventory/commands/settle-discrepancy.ts'
import { settleArgs } from '../inventory/rules/settling.ts'
import { type Discrepancy, discrepancies, type Item, items } from '../inventory/schema.ts'
import type { AnyCommand } from '../kernel/define-command.ts'
import { cents } from '../kernel/money.ts'
import { noteSecretShown } from '../mail/commands/note-secret-shown.ts'
import { markPayoutPaid } from '../payouts/commands/mark-payout-paid.ts'
import { removePayout } from '../payouts/commands/remove-payout.ts'
import { requestPayout } from '../payouts/commands/request-payout.ts'
import { undoPayoutPaid } from '../payouts/commands/undo-payout-paid.ts'
import { closeShift } from '../pos/commands/close-shift.ts'
import { moveCash } from '../pos/commands/move-cash.ts'
import { openShift } from '../pos/commands/open-shift.ts'
import { figuresOf } from '../pos/rules/shift-figures.ts'
import { type PosSale, posSales, type SuspendedSale, suspendedSales } from '../pos/schema.ts'
import { adjustBalance } from '../sales/commands/adjust-balance.ts'
import { completePosSale } from '../sales/commands/complete-pos-sale.ts'
import { editSale } from '../sales/commands/edit-sale.ts'
import { recordCustomSale } from '../sales/commands/record-custom-sale.ts'
import { refundSale } from '../sales/commands/refund-sale.ts'
import { settleSuspendedArgs, settleSuspendedSale } from '../sales/commands/settle-suspended-sale.ts'
import { voidPosSale } from '../sales/commands/void-pos-sale.ts'
import { voidRecordedArgs, voidRecordedSale } from '../sales/commands/void-recorded-sale.ts'
import { saleReferenceOf } from '../sales/rules/sale-reference.ts'
import { suspendedIdOf } from '../sales/rules/sold-pieces.ts'
import { type Sale, sales } from '../sales/schema.ts'
import { confirmRestore, editSettings, settleRestoreReport } from '../settings/commands.ts'
import { type AuditEntry, auditEntries } from '../settings/schema.ts'
import { addLabel } from '../shipments/commands/add-label.ts'
import { editShipment } from '../shipments/commands/edit-shipment.ts'
import { removeLabel } from '../shipments/commands/remove-label.ts'
import { removeShipment } from '../shipments/commands/remove-shipment.ts'
import { setShipmentStatus } from '../shipments/commands/set-shipment-status.ts'
import { submitShipment } from '../shipments/commands/submit-shipment.ts'
import { ADMIN, FORMER_ADMIN, type MemoryShop, testId } from './memory-shop.ts'
import { performTrade, TRADERS, type TradeStep, tradersShop } from './trade-history.ts'

const [ann, bob] = TRADERS.slice(1) as [string, string]
const id = (n: number) => testId(40_000 + n)

/** A command of an admin and its audit entries. */
export type AdminAct = { readonly command: string; readonly entries: readonly AuditEntry[] }

type Act = (command: AnyCommand, args: unknown) => void

/** Lets an admin run every audited command that admins may run, each after the commands that it requires. */
export function adminActs(): readonly AdminAct[] {
  const shop = tradersShop()
  const acts: AdminAct[] = []
  const known = new Set<string>(shop.all<AuditEntry>(auditEntries).map((entry) => entry.id))
  const note = (command: string) => {
    const entries = shop.all<AuditEntry>(auditEntries).filter((entry) => entry.byUid === ADMIN.uid && !known.has(entry.id))
    for (const entry of entries) known.add(entry.id)
    acts.push({ command, entries })
  }
  const act: Act = (command, args) => {
    shop.run(command, args)
    note(command.name)
  }
  office(act)
  shipping(act)
  selling(shop, act)
  trading(shop, note)
  goods(shop, act)
  people(act)
  return acts
}

function office(act: Act): void {
  act(editSettings, { changes: { taxRateBps: 900 } })
  act(confirmRestore, { detectedAtMs: 1 })
  act(confirmHost, { host: 'till.example', mailOrigin: 'https://till.example', earlierMailOrigin: null })
  act(removeHost, { host: 'till.example' })
  act(settleRestoreReport, { reportedAtMs: 1, wasRestored: true })
  act(noteSecretShown, { mailId: id(1), email: 'ann@example.org' })
}

function shipping(act: Act): void {
  const box = id(10)
  act(submitShipment, { id: box, uid: ann, carrier: 'UPS', trackingNumber: '1Z' })
  act(editShipment, { id: box, changes: { trackingNumber: '2Z' } })
  act(setShipmentStatus, { id: box, isDelivered: true })
  act(removeShipment, { id: box })
  const file = { name: 'label-1.pdf', type: 'application/pdf', sizeBytes: 1 }
  act(addLabel, { id: box, carrier: 'UPS', trackingNumber: '3Z', file })
  act(removeLabel, { id: box })
}

function selling(shop: MemoryShop, act: Act): void {
  shop.run(recordCustomSale, { saleId: id(20), consignorId: ann, itemName: 'Lamp', amountCents: 500 })
  act(editSale, { saleId: id(20), changes: { itemName: 'Lantern' } })
  act(voidRecordedSale, voidRecordedArgs(shop.get(sales, id(20)) as Sale, 'never happened', 'neverLeft'))
  act(adjustBalance, { uid: ann, targetCents: 9_000, seenCents: null, reason: 'counted twice' })
  for (const [n, command] of [markPayoutPaid, removePayout].entries()) {
    const payoutId = id(21 + n)
    shop.run(requestPayout, { payoutId, uid: ann, amountCents: 1_000, method: 'venmo', handle: 'ann' })
    act(command, { payoutId, uid: ann })
    if (command === markPayoutPaid) act(undoPayoutPaid, { payoutId, uid: ann })
  }
  // a sale of an unknown item opens a discrepancy
  const line = { id: id(30), itemId: id(31), itemName: 'Cup', barcode: '1', imageUrl: '', consignorName: '', consignorId: null }
  const priced = { ...line, unitPriceCents: 100, quantity: 1, consignorPercentage: 50 }
  const about = { displayId: 'POS-1', receiptNumber: 'A-1', cartId: id(32), taxRateBps: 0, consignorPercentage: 50 }
  const tenders = [{ kind: 'cash', label: '', amountCents: 100, givenCents: null }]
  shop.run(completePosSale, { saleId: id(33), ...about, lines: [priced], tenders })
  act(settleDiscrepancy, settleArgs(shop.all<Discrepancy>(discrepancies)[0] as Discrepancy, { action: 'accept' }))
  const sold = shop.all<Sale>(sales).find(({ posSaleId }) => posSaleId === id(33)) as Sale
  const { itemId, itemName, consignorId } = sold
  const back = { saleLineId: sold.id, itemId, itemName, consignorId, quantity: 0, amountCents: 50, goods: 'gone', reason: 'a stain' }
  const money = [{ kind: 'cash', label: '', amountCents: 50 }]
  counting(act)
  act(refundSale, { refundId: id(35), saleId: id(33), receiptNumber: 'A-1', lines: [back], tenders: money })
  act(voidPosSale, { ...saleReferenceOf(shop.get(posSales, id(33)) as PosSale), reason: 'returned', goods: 'back' })
  shop.run(completePosSale, { saleId: id(34), ...about, lines: [priced], tenders }, { actor: FORMER_ADMIN })
  act(settleSuspendedSale, settleSuspendedArgs(shop.get(suspendedSales, suspendedIdOf(id(34))) as SuspendedSale, 'reject'))
}

function counting(act: Act): void {
  const shiftId = id(37)
  act(openShift, { shiftId, number: 1, drawer: 'Front', clientId: id(36), openingCents: 1_000, leftBeforeCents: null })
  act(moveCash, { moveId: id(38), shiftId, kind: 'out', amountCents: 250, reason: 'milk' })
  const z = figuresOf({ openingCents: cents(1_000) }, { takings: [], moves: [] })
  act(closeShift, { shiftId, countedCents: 740, counts: [], leftCents: 700, note: 'a coin is gone', z })
}

function trading(shop: MemoryShop, note: (command: string) => void): void {
  const first = { nth: 0, fits: true } as const
  const order = (act: 'uploadLabel' | 'addTracking' | 'markShipped' | 'remove'): TradeStep => ({ do: 'order', act, ...first })
  for (const ownShipping of [false, true]) {
    const request: TradeStep = { do: 'request', buyer: 0, barcode: 0, quantity: 1, price: 500, ownShipping }
    const accept: TradeStep = { do: 'answer', act: 0, price: 500, by: null, ...first }
    for (const step of [
      request,
      accept,
      ...(ownShipping ? [order('uploadLabel'), order('markShipped'), order('remove')] : [order('addTracking')]),
    ]) {
      const done = performTrade(shop, step)
      if (done?.outcome.status !== 'done') throw new Error(`${step.do} was not done`)
      if (done.doing.actor === ADMIN) note(done.doing.command.name)
    }
  }
}

function goods(shop: MemoryShop, act: Act): void {
  const item = shop.all<Item>(items)[0] as Item
  act(editItem, { id: item.id, changes: { ...CHANGED, itemName: item.itemName }, quantityDelta: 1 })
  act(removeItem, { id: item.id })
  act(addCategory, { id: id(42), name: 'Lamps' })
  act(editCategory, { id: id(42), name: 'Lights' })
  act(removeCategory, { id: id(42) })
  const rows = [{ id: id(40), line: 1, texts: { itemName: 'Tea', barcode1: '7' }, quantity: 2 }]
  act(importItems, { importId: id(41), consignorId: ann, mode: 'skip', fileName: 'tea.csv', rows })
}

const CHANGED = {
  listingTitle: 'Old lamp',
  barcode1: '8',
  barcode2: '9',
  location: 'Shelf',
  link: 'https://shop.example/lamp',
  imageUrl: 'https://shop.example/lamp.jpg',
  categoryId: id(42),
  condition: 'good',
  priceCents: 700,
}

function people(act: Act): void {
  act(setFactorDemand, { isDemanded: true })
  act(setSignUpRule, { before: 'open', rule: 'invited' })
  act(editUser, { uid: ann, changes: { displayName: 'Ann', whopBypass: true, registeredDomain: 'shop.example' } })
  const earlier = { uid: id(50), email: `${ann}@example.org`, displayName: 'Ann of old', username: null, role: 'user', openingCents: 100 }
  act(addEarlierAccounts, { people: [earlier], fileName: '' })
  act(vouchForEmail, { uid: ann })
  act(migrateAccount, { fromUid: id(50), toUid: ann, posSaleIds: [] })
  act(closeAccount, { uid: bob })
  act(eraseAccount, { uid: id(50) })
}
