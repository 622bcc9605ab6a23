import { copyItem } from '@shop/shared/inventory/commands/copy-item.ts'
import { massInputItems } from '@shop/shared/inventory/commands/mass-input-items.ts'
import { recordMasterSale } from '@shop/shared/inventory/commands/record-master-sale.ts'
import { settleDiscrepancy } from '@shop/shared/inventory/commands/settle-discrepancy.ts'
import { settleArgs } from '@shop/shared/inventory/rules/settling.ts'
import { type Discrepancy, discrepancies, items } from '@shop/shared/inventory/schema.ts'
import { cents } from '@shop/shared/kernel/money.ts'
import { markPayoutPaid } from '@shop/shared/payouts/commands/mark-payout-paid.ts'
import { removePayout } from '@shop/shared/payouts/commands/remove-payout.ts'
import { requestPayout } from '@shop/shared/payouts/commands/request-payout.ts'
import { undoPayoutPaid } from '@shop/shared/payouts/commands/undo-payout-paid.ts'
import { payouts } from '@shop/shared/payouts/schema.ts'
import { posSales } from '@shop/shared/pos/schema.ts'
import { editSale } from '@shop/shared/sales/commands/edit-sale.ts'
import { recordCustomSale } from '@shop/shared/sales/commands/record-custom-sale.ts'
import { recordSale } from '@shop/shared/sales/commands/record-sale.ts'
import { voidRecordedArgs, voidRecordedSale } from '@shop/shared/sales/commands/void-recorded-sale.ts'
import { balances, sales } from '@shop/shared/sales/schema.ts'
import type { SyncEngine } from '../src/sync/engine/engine.ts'
import { byPosition, type Doing, goodsOf, ownerOf } from './doing.ts'
import type { OfficeAction } from './office.ts'
import { type Deed, undoOf } from './oracle/deeds.ts'
import type { Action } from './plan.ts'
import type { People } from './simulated-server.ts'

/** Returns the command for an action away from the till, or undefined when no visible row allows the action. */
export function officeDoingOf(action: Action, tab: SyncEngine, people: People): Doing | undefined {
  const { view } = tab.replica
  const uid = ownerOf(people, 'owner' in action ? action.owner : 1)
  const item = 'nth' in action ? byPosition(view.all(items), action.nth) : undefined
  switch (action.do) {
    case 'requestPayout': {
      const amountCents = Math.ceil(((view.get(balances, uid)?.availableCents ?? 0) * action.sharePercent) / 100)
      const args = { payoutId: tab.newId(), uid, amountCents, method: 'cashapp', handle: '$shelf' }
      return amountCents > 0 ? { command: requestPayout, args } : undefined
    }
    case 'payPayout':
    case 'removePayout': {
      const payout = byPosition(view.all(payouts), action.nth)
      const command = action.do === 'payPayout' ? markPayoutPaid : removePayout
      return payout && { command, args: { payoutId: payout.id, uid: payout.uid } }
    }
    case 'undoPaid': {
      const paid = view.all(payouts).filter(({ status }) => status === 'paid')
      const payout = byPosition(paid, action.nth)
      return payout && { command: undoPayoutPaid, args: { payoutId: payout.id, uid: payout.uid } }
    }
    case 'customSale': {
      const args = { saleId: tab.newId(), consignorId: uid, itemName: 'A lamp', amountCents: action.priceCents }
      return { command: recordCustomSale, args }
    }
    case 'recordSale': {
      const { quantity, priceCents: salePriceCents } = action
      const args = { saleId: tab.newId(), quantity, salePriceCents, shippingCostCents: 399, consignorPercentage: 62.5 }
      return item && { command: recordSale, args: { ...args, itemId: item.id, consignorId: item.consignorId } }
    }
    case 'sellMaster':
      return item && { command: recordMasterSale, args: { saleId: tab.newId(), itemId: item.id, quantity: action.quantity } }
    case 'copy': {
      const args = { consignorId: uid, newItemId: tab.newId(), quantity: action.quantity, location: '' }
      return item && { command: copyItem, args: { ...args, sourceItemId: item.id } }
    }
    case 'massInput': {
      const entries = Array.from({ length: action.quantity + 1 }, (_, at) => ({ id: tab.newId(), barcode: `mass ${Math.min(at, 1)}` }))
      return { command: massInputItems, args: { consignorId: uid, itemName: 'Cups', location: '', entries } }
    }
    case 'editSale': {
      const sale = byPosition(view.all(sales), action.nth)
      return sale && { command: editSale, args: { saleId: sale.id, changes: { salePriceCents: cents(action.priceCents) } } }
    }
    case 'voidRecorded': {
      const recorded = view.all(sales).filter(({ kind }) => kind !== 'pos')
      const sale = byPosition(recorded, action.nth)
      return sale && { command: voidRecordedSale, args: voidRecordedArgs(sale, 'simulated', goodsOf(action)) }
    }
    case 'settle':
      return settling(action, tab)
    default:
      return undefined
  }
}

function settling({ nth, how, counted }: OfficeAction & { do: 'settle' }, { replica: { view } }: SyncEngine): Doing | undefined {
  const open = view.all(discrepancies).filter(({ settledAtMs }) => settledAtMs === null)
  const about = byPosition(open, nth)
  if (!about) return undefined
  const sale = about.saleId === null ? undefined : view.get(posSales, about.saleId)
  const choice = { action: how, ...(how === 'correct_count' ? { countedQuantity: counted } : {}) }
  return { command: settleDiscrepancy, args: settleArgs(about, choice, sale), deeds: deedsOfSettling(about, how, counted) }
}

function deedsOfSettling({ id, itemId, saleId }: Discrepancy, how: string, counted: number): readonly Deed[] {
  if (how === 'undo_sale' && saleId !== null) return [undoOf({ saleId, goods: 'back' })]
  if (how === 'write_off' && itemId !== null) return [{ kind: 'found', itemId, questionId: id }]
  return how === 'correct_count' && itemId !== null ? [{ kind: 'count', itemId, counted, isLate: true }] : []
}
