import { nameOf, users } from '@shop/shared/accounts/schema.ts'
import { categories } from '@shop/shared/inventory/category-schema.ts'
import { FIELD_NAMES } from '@shop/shared/inventory/field-names.ts'
import { STORED_FIELDS } from '@shop/shared/inventory/fields.ts'
import { conditionWords } from '@shop/shared/inventory/rules/conditions.ts'
import { items } from '@shop/shared/inventory/schema.ts'
import { posSales, suspendedSales } from '@shop/shared/pos/schema.ts'
import { sales } from '@shop/shared/sales/schema.ts'
import { type AuditEntry, SHOP_SETTINGS_ID } from '@shop/shared/settings/schema.ts'
import type { View } from '../../sync/api.ts'
import { GOODS, isGoods } from '../../ui/goods-words.ts'
import { SERVER_NAME } from '../../ui/use-names.ts'
import { labelOf as settingLabel, valueWords as settingWords } from '../settings-words.ts'

const ACTIONS: Readonly<Record<string, string>> = {
  'settings.change': 'Settings changed',
  'settings.confirmRestore': 'Restore from a backup confirmed',
  'settings.settleRestoreReport': 'Report of a restore settled',
  'accounts.changeRole': 'Role changed',
  'accounts.setFactorDemand': 'Second step of admins demanded, or no longer',
  'accounts.setSignUpRule': 'Who may create an account changed',
  'accounts.resetSecondFactor': 'Second step of somebody reset',
  'accounts.editUser': 'User changed',
  'accounts.close': 'User deleted',
  'accounts.erase': 'Personal data erased',
  'accounts.addEarlier': 'Account without a sign-in added',
  'accounts.migrate': 'Earlier account migrated',
  'accounts.confirmHost': 'Address of the shop confirmed',
  'accounts.removeHost': 'Address of the shop removed',
  'accounts.vouchForEmail': 'E-mail vouched for',
  'sales.adjustBalance': 'Balance corrected',
  'pos.openShift': 'Shift opened',
  'pos.moveCash': 'Cash moved',
  'pos.closeShift': 'Shift closed',
  'sales.refund': 'Goods returned',
  'sales.voidPosSale': 'POS sale undone',
  'sales.voidRecordedSale': 'Recorded sale undone',
  'sales.settleSuspendedSale': 'Waiting sale settled',
  'sales.edit': 'Sale changed',
  'inventory.import': 'Items imported',
  'inventory.edit': 'Item changed',
  'inventory.remove': 'Item deleted',
  'inventory.settleDiscrepancy': 'Discrepancy settled',
  'inventory.addCategory': 'Category added',
  'inventory.editCategory': 'Category renamed',
  'inventory.removeCategory': 'Category deleted',
  'payouts.markPaid': 'Payout paid',
  'payouts.undoPaid': 'Payout not paid after all',
  'payouts.remove': 'Payout request deleted',
  'shipments.submit': 'Shipment reported for somebody',
  'shipments.edit': 'Shipment changed',
  'shipments.setStatus': 'Shipment status changed',
  'shipments.remove': 'Shipment deleted',
  'shipments.addLabel': 'Postal label added',
  'shipments.removeLabel': 'Postal label deleted',
  'mail.noteSecretShown': 'Private link of somebody’s mail opened',
  'trades.addTracking': 'Tracking added to an order',
  'trades.markShipped': 'Order shipped with the buyer’s label',
  'trades.remove': 'Trade deleted',
}

const FIELDS: Readonly<Record<string, string>> = {
  displayName: 'Display name',
  email: 'Email',
  emailProved: 'Confirmed',
  username: 'Username',
  role: 'Role',
  whopBypass: 'Whop bypass',
  isDemanded: 'Demanded',
  signUpRule: 'New accounts',
  registeredDomain: 'Domain',
  availableCents: 'Balance',
  heldCents: 'Held',
  amountCents: 'Amount',
  totalCents: 'Total',
  stockCount: 'Stock',
  quantity: 'Quantity',
  reason: 'Reason',
  goods: 'Goods',
  note: 'Note',
  handle: 'To',
  countedQuantity: 'Counted',
  soldQuantity: 'Sold',
  salePriceCents: 'Sale price',
  shippingCostCents: 'Shipping cost',
  payoutCents: 'Payout',
  paysAbovePrice: 'Pays more than the price',
  fileName: 'File',
  mode: 'Known barcodes',
  added: 'Added',
  updated: 'Updated',
  skipped: 'Skipped',
  items: 'Items',
  sales: 'Sales',
  payouts: 'Payouts',
  shipments: 'Shipments',
  addresses: 'Addresses',
  trades: 'Trades',
  offers: 'Offers',
  autoPrices: 'Price rules',
  buyerUid: 'Buyer',
  itemBarcode: 'Barcode',
  status: 'Status',
  carrier: 'Carrier',
  trackingNumber: 'Tracking',
  state: 'State',
  consignorId: 'Consignor',
  migratedFrom: 'Earlier account',
  displayId: 'Sale',
  receiptNumber: 'Receipt',
  ...Object.fromEntries(STORED_FIELDS.map(({ key, name }) => [key, FIELD_NAMES[name].label])),
  name: 'Name',
  itemName: 'Item',
  barcode1: 'Barcode',
  imageUrl: 'Picture',
  priceCents: 'Asking price',
  isDelivered: 'Delivered',
  isProcessed: 'Processed',
  settlement: 'Settled as',
  kind: 'Kind',
  drawer: 'Drawer',
  openingCents: 'Cash at the opening',
  countedCents: 'Counted',
  leftCents: 'Left in the drawer',
}

/** Fields that contain a user id. */
const PEOPLE: ReadonlySet<string> = new Set(['consignorId', 'migratedFrom', 'buyerUid'])

/** Fields whose value is one of our codes, which consist of words. */
const WORDS: ReadonlySet<string> = new Set(['settlement', 'kind', 'mode', 'status'])

/** One field of an entry before and after; null where the entry has no value. */
export type ChangeWords = { readonly label: string; readonly before: string | null; readonly after: string | null }

/** An audit entry as people read it. */
export type AuditWords = {
  readonly id: string
  readonly atMs: number
  readonly byUid: string
  readonly who: string
  readonly action: string
  /** Name of the changed thing; '' when there is none to show. */
  readonly about: string
  readonly changes: readonly ChangeWords[]
}

function personName(view: Pick<View, 'get'>, uid: string): string | undefined {
  const user = view.get(users, uid)
  return user && nameOf(user)
}

function aboutOf({ subject, action }: AuditEntry, view: Pick<View, 'get'>): string {
  if (subject === SHOP_SETTINGS_ID || action === 'inventory.import') return ''
  return (
    personName(view, subject) ??
    view.get(items, subject)?.itemName ??
    view.get(categories, subject)?.name ??
    view.get(posSales, subject)?.displayId ??
    view.get(suspendedSales, subject)?.displayId ??
    view.get(sales, subject)?.itemName ??
    ''
  )
}

function valueWords(field: string, value: unknown, view: Pick<View, 'get'>): string {
  if (PEOPLE.has(field)) return value === null || value === undefined ? 'the shop' : (personName(view, String(value)) ?? String(value))
  if (field === 'categoryId' && value) return view.get(categories, String(value))?.name ?? 'a deleted category'
  if (field === 'condition' && value) return conditionWords(String(value)) || String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field === 'goods' && isGoods(value)) return GOODS[value].label
  if (WORDS.has(field) && typeof value === 'string') return value.replaceAll('_', ' ')
  return settingWords(field, value)
}

/** True for an empty detail beside the change, such as a missing username or reason. */
const isNothing = (field: string, { before, after }: AuditEntry): boolean => {
  const isChange = field in before && field in after
  const value = before[field] ?? after[field] ?? ''
  return !isChange && value === '' && !PEOPLE.has(field)
}

/** Puts an audit entry into words. An entry of another version may contain anything. */
export function auditWords(entry: AuditEntry, view: Pick<View, 'get'>): AuditWords {
  const fields = [...new Set([...Object.keys(entry.before), ...Object.keys(entry.after)])]
  return {
    id: entry.id,
    atMs: entry.atMs,
    byUid: entry.byUid,
    who: personName(view, entry.byUid) ?? (entry.byUid === 'system' ? SERVER_NAME : entry.byUid),
    action: (Object.hasOwn(ACTIONS, entry.action) ? ACTIONS[entry.action] : undefined) ?? entry.action,
    about: aboutOf(entry, view),
    changes: fields
      .filter((field) => !isNothing(field, entry))
      .map((field) => ({
        label: FIELDS[field] ?? settingLabel(field),
        before: field in entry.before ? valueWords(field, entry.before[field], view) : null,
        after: field in entry.after ? valueWords(field, entry.after[field], view) : null,
      })),
  }
}

export function changeSentence({ label, before, after }: ChangeWords): string {
  if (before === null) return `${label}: ${after}`
  return after === null ? `${label}: ${before}` : `${label}: ${before} → ${after}`
}
