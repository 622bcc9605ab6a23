import type { Tender } from '../schema.ts'

/** Name of a tender on screen and receipt. */
export function tenderName(tender: Pick<Tender, 'kind' | 'label'>): string {
  if (tender.label) return tender.label
  return tender.kind === 'cash' ? 'Cash' : tender.kind === 'card' ? 'Card' : 'Other'
}

/** Identifies tenders of the same name, in whatever case a cashier wrote it. */
export const tenderKey = (tender: Pick<Tender, 'kind' | 'label'>): string => tenderName(tender).toLowerCase()
