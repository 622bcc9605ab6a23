import { byField, byId, type CommandTx, type Touch } from '../../kernel/define-command.ts'
import { LABEL_STOCK_ID, labelStocks, MAX_SHOWN_FREE_LABELS, type PostalLabel, postalLabels } from '../label-schema.ts'

/** Names the free labels and their count. The locks let one command at a time change them. */
export const touchesOfStock = (): readonly Touch[] => [byField(postalLabels, 'state', 'free'), byId(labelStocks, LABEL_STOCK_ID)]

/** Gets the free labels, those that were added first at the beginning; labels that were added at one time stay sorted by id. */
export const freeLabels = (tx: CommandTx): readonly PostalLabel[] =>
  tx.where(postalLabels, 'state', 'free').toSorted((a, b) => a.addedAtMs - b.addedAtMs)

/** Counts the free labels again, after a command has changed them. Everybody's device hears of a change, so most changes make none. */
export function recountLabels(tx: CommandTx): void {
  const freeCount = Math.min(freeLabels(tx).length, MAX_SHOWN_FREE_LABELS)
  if (tx.get(labelStocks, LABEL_STOCK_ID)?.freeCount !== freeCount) tx.put(labelStocks, { id: LABEL_STOCK_ID, freeCount })
}
