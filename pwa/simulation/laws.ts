import { stockMovements } from '@shop/shared/inventory/schema.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { type PosSale, posSales, type SuspendedSale, suspendedSales } from '@shop/shared/pos/schema.ts'
import { completePosSale } from '@shop/shared/sales/commands/complete-pos-sale.ts'
import { suspendedIdOf } from '@shop/shared/sales/rules/sold-pieces.ts'
import { ledgerEntries, type Sale, sales } from '@shop/shared/sales/schema.ts'
import { brokenLawsOf } from '@shop/shared/testing/shop-laws.ts'
import type { Device } from './device.ts'
import type { Truth } from './simulated-server.ts'

/** A command that the screen has confirmed as saved, because its run resolved. */
export type Promised = { readonly command: QueuedCommand; device: Device; readonly replaceable: boolean }

/** Number of sales, receipts and other things on which the laws were checked. */
export type Checked = Readonly<Record<'sales' | 'receipts' | 'movements' | 'postings' | 'promises' | 'tabs' | 'rows', number>>

export function checked(truth: Truth, devices: readonly Device[], promised: ReadonlyMap<string, Promised>): Checked {
  const tabs = devices.flatMap(({ uid, open }) => open.map(() => truth.visibleTo(uid)))
  return {
    sales: truth.all(posSales).length,
    receipts: new Set(truth.all<PosSale>(posSales).map(({ receiptNumber }) => receiptNumber)).size,
    movements: truth.all(stockMovements).length,
    postings: truth.all(ledgerEntries).length,
    promises: promised.size,
    tabs: tabs.length,
    rows: tabs.reduce((sum, seen) => sum + [...seen.values()].reduce((rows, { size }) => rows + size, 0), 0),
  }
}

export function brokenLaws(
  truth: Truth,
  devices: readonly Device[],
  promised: ReadonlyMap<string, Promised>,
  clonedSeries: ReadonlySet<string>,
): string[] {
  return [
    ...(truth.complaints ?? []),
    ...brokenLawsOf(truth),
    ...salesOf(truth, promised),
    ...receiptsOf(truth, clonedSeries),
    ...keptPromises(truth, devices, promised),
    ...devices.flatMap((device, at) => [
      ...equalRows(truth, device, at),
      ...device.drifts.map((message) => `device ${at} had to be repaired: ${message}`),
    ]),
  ]
}

/** Checks that every sale that a till confirmed and the server ran is recorded or suspended. A recorded sale has one row per line; a suspended sale
 *  that no admin accepted has none. `judge` compares their pieces and money. */
function salesOf(truth: Truth, promised: ReadonlyMap<string, Promised>): string[] {
  const broken: string[] = []
  const recorded = new Map(truth.all<PosSale>(posSales).map((sale) => [sale.id, sale]))
  const waiting = new Map(truth.all<SuspendedSale>(suspendedSales).map((sale) => [sale.id, sale]))
  const lineCounts = new Map<string | null, number>()
  for (const { posSaleId } of truth.all<Sale>(sales)) lineCounts.set(posSaleId, (lineCounts.get(posSaleId) ?? 0) + 1)
  for (const [id, sale] of recorded)
    if (lineCounts.get(id) !== sale.lines.length) broken.push(`sale ${id} has ${sale.lines.length} lines but ${lineCounts.get(id)} rows`)
  for (const { id, settlement } of waiting.values()) {
    if (recorded.has(id) ? settlement !== 'accepted' : settlement === 'accepted') broken.push(`sale ${id} is ${settlement}`)
    if (!recorded.has(id) && lineCounts.has(id)) broken.push(`sale ${id} waits and is paid`)
  }
  for (const { command, device } of promised.values()) {
    if (command.name !== completePosSale.name || device.excused.has(command.id)) continue
    const args = command.args as { saleId?: string; sale?: { saleId: string } }
    const saleId = args.sale?.saleId ?? args.saleId
    if (truth.resultOf(command.id)?.status === 'done' && saleId && !recorded.has(saleId) && !waiting.has(suspendedIdOf(saleId)))
      broken.push(`the sale ${saleId} was promised and is lost`)
  }
  return broken
}

/** Checks that every receipt number is unique, except in a series that a cloned storage repeats. */
function receiptsOf(truth: Truth, clonedSeries: ReadonlySet<string>): string[] {
  const receipts = new Map<string, string>()
  const waiting = truth.all<SuspendedSale>(suspendedSales).filter(({ settlement }) => settlement !== 'accepted')
  return [...truth.all<PosSale>(posSales), ...waiting].flatMap(({ id, receiptNumber }) => {
    const other = receipts.get(receiptNumber)
    receipts.set(receiptNumber, id)
    return other && !clonedSeries.has(receiptNumber.split('-')[0] ?? '') ? [`receipt ${receiptNumber} was given to ${other} and ${id}`] : []
  })
}

/** The largest difference between a tab's time and the true one, once its clock is measured: a request may take ten minutes. */
const CLOCK_ERROR_MS = 30 * 60_000

/** Checks that every tab that speaks with the server knows the time, however its device's clock was set. */
export function wrongClocks(devices: readonly Device[], nowMs: number): string[] {
  return devices.flatMap(({ open }, at) =>
    open.flatMap((tab, nth) => {
      const aheadMs = tab.nowMs() - nowMs
      return tab.alarm.isLeading && Math.abs(aheadMs) > CLOCK_ERROR_MS ? [`device ${at} tab ${nth} is ${aheadMs} ms ahead of the time`] : []
    }),
  )
}

/** Checks that every confirmed command is done on the server, or that its refusal is still on a screen. Only a replaceable or an excused command
 *  may be missing in both places. A command that was replaced on its device may still be sent by a copy of the device, which then shows the refusal. */
function keptPromises(truth: Truth, devices: readonly Device[], promised: ReadonlyMap<string, Promised>): string[] {
  return [...promised.values()].flatMap(({ command, device, replaceable }) => {
    const result = truth.resultOf(command.id)
    if (device.excused.has(command.id) || result?.status === 'done' || (replaceable && !result)) return []
    // a restored server forgot the refusal, but a person still sees it
    const screens = replaceable ? devices : [device]
    if (screens.some(({ open }) => open.some(({ replica }) => replica.results.some(({ command: { id } }) => id === command.id)))) return []
    if (device.open.some(({ replica }) => replica.entries.some(({ id }) => id === command.id)))
      return [`${command.name} ${command.id} still waits`]
    return [`${command.name} ${command.id} vanished (${result ? `${result.status} ${result.code}` : 'unknown to the server'})`]
  })
}

/** Checks that every open tab shows the rows that the server would show this person, and that nothing is pending. */
function equalRows(truth: Truth, device: Device, at: number): string[] {
  const expected = truth.visibleTo(device.uid)
  return device.open.flatMap(({ replica }, tab) => {
    const broken: string[] = []
    const name = `device ${at} tab ${tab}`
    if (replica.entries.length > 0) broken.push(`${name}: ${replica.entries.length} still wait`)
    for (const [collection, rows] of expected) {
      const own = new Map(
        replica.rows
          .of(collection)
          .all()
          .map((row) => [row.id, row]),
      )
      for (const [id, row] of rows)
        if (!isSame(own.get(id), row))
          broken.push(`${name}: ${collection}/${id} is ${canonical(own.get(id))} but the server says ${canonical(row)}`)
      for (const id of own.keys()) if (!rows.has(id)) broken.push(`${name}: ${collection}/${id} should be gone`)
    }
    return broken
  })
}

/** True when two values are equal as JSON, in any order of fields. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b || Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [a, b] as [Record<string, unknown>, Record<string, unknown>]
  for (const field in left) if (!isSame(left[field], right[field])) return false
  for (const field in right) if (left[field] === undefined && right[field] !== undefined) return false
  return true
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? 'missing'
