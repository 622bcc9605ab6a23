import * as z from 'zod/mini'
import { discrepancies } from '../../inventory/schema.ts'
import { byId, defineCommand, type Touch } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { carts, posSales, suspendedSales } from '../../pos/schema.ts'
import { auditEntries } from '../../settings/schema.ts'
import { offers } from '../../trades/schema.ts'
import { withoutTexts } from '../rules/audit-texts.ts'
import { pseudonymOf } from '../rules/erasure.ts'

/** Maximum number of rows of each kind in one run, so that the run holds its locks only briefly. */
export const MAX_TRACES = 200

const ids = z._default(z.array(z.string()).check(z.maxLength(MAX_TRACES)), [])

/** Removes an erased person's name and texts from rows that belong to others. The server finds these rows and names them in the arguments, so that a
 *  repeated run changes the same rows. */
export const eraseTraces = defineCommand({
  name: 'accounts.eraseTraces',
  args: z.object({
    uid: idSchema,
    posSaleIds: ids,
    suspendedSaleIds: ids,
    cartIds: ids,
    offerIds: ids,
    auditEntryIds: ids,
    discrepancyIds: ids,
    /** Carts whose label contains the person's name. */
    labelledCartIds: ids,
  }),
  roles: ['system'],
  channel: 'server',
  touches: ({ posSaleIds, suspendedSaleIds, cartIds, labelledCartIds, offerIds, auditEntryIds, discrepancyIds }): Touch[] => [
    ...posSaleIds.map((id) => byId(posSales, id)),
    ...suspendedSaleIds.map((id) => byId(suspendedSales, id)),
    ...[...new Set([...cartIds, ...labelledCartIds])].map((id) => byId(carts, id)),
    ...offerIds.map((id) => byId(offers, id)),
    ...auditEntryIds.map((id) => byId(auditEntries, id)),
    ...discrepancyIds.map((id) => byId(discrepancies, id)),
  ],
  run(tx, { uid, posSaleIds, suspendedSaleIds, cartIds, labelledCartIds, offerIds, auditEntryIds, discrepancyIds }) {
    const unnamed = <Line extends { consignorId: string | null; consignorName: string }>(lines: readonly Line[]) =>
      lines.map((line) => (line.consignorId === uid ? { ...line, consignorName: pseudonymOf(uid) } : line))
    for (const id of posSaleIds) {
      const sale = tx.get(posSales, id)
      if (sale) tx.put(posSales, { ...sale, lines: unnamed(sale.lines) })
    }
    for (const id of suspendedSaleIds) {
      const sale = tx.get(suspendedSales, id)
      if (sale) tx.put(suspendedSales, { ...sale, lines: unnamed(sale.lines) })
    }
    for (const id of cartIds) {
      const cart = tx.get(carts, id)
      if (cart) tx.put(carts, { ...cart, lines: unnamed(cart.lines) })
    }
    for (const id of labelledCartIds) {
      const cart = tx.get(carts, id)
      if (cart) tx.put(carts, { ...cart, label: '' })
    }
    for (const id of offerIds) {
      const offer = tx.get(offers, id)
      if (offer) tx.put(offers, { ...offer, trackingNumber: '' })
    }
    for (const id of auditEntryIds) {
      const entry = tx.get(auditEntries, id)
      if (entry) tx.put(auditEntries, { ...entry, before: withoutTexts(entry.before), after: withoutTexts(entry.after) })
    }
    for (const id of discrepancyIds) {
      const discrepancy = tx.get(discrepancies, id)
      if (discrepancy) tx.put(discrepancies, { ...discrepancy, note: '' })
    }
  },
})
