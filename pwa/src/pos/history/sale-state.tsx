import type { PosSale } from '@shop/shared/pos/schema.ts'
import { useMemo } from 'react'
import { type PendingEntry, usePending } from '../../sync/api.ts'
import { CommandStateTag } from '../../ui/command-state-tag.tsx'

const COMMANDS: readonly string[] = ['sales.completePosSale', 'sales.voidPosSale', 'sales.refund']

/** Pending and refused commands that complete a sale, void it or take goods of it back, by sale id. Of several commands for one sale, the first
 *  refused one counts, else the last in the list. */
export function useSaleEntries(): ReadonlyMap<string, PendingEntry> {
  const pending = usePending()
  return useMemo(() => {
    const bySale = new Map<string, PendingEntry>()
    for (const entry of pending) {
      if (!COMMANDS.includes(entry.name)) continue
      const { saleId } = entry.args as { saleId: string }
      if (bySale.get(saleId)?.state !== 'attention') bySale.set(saleId, entry)
    }
    return bySale
  }, [pending])
}

export function SaleState({ sale }: { readonly sale: Pick<PosSale, 'id'> }) {
  return <CommandStateTag state={useSaleEntries().get(sale.id)?.state ?? 'synced'} />
}
