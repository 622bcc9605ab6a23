import type { PosSale } from '@shop/shared/pos/schema.ts'
import { useMemo } from 'react'
import { type PendingEntry, usePending } from '../../sync/api.ts'
import { CommandStateTag } from '../../ui/command-state-tag.tsx'

/** Pending and refused commands that complete or void a sale, by sale id. Of two commands for one sale, the later in the list counts. */
export function useSaleEntries(): ReadonlyMap<string, PendingEntry> {
  const pending = usePending()
  return useMemo(() => {
    const bySale = new Map<string, PendingEntry>()
    for (const entry of pending)
      if (entry.name === 'sales.completePosSale' || entry.name === 'sales.voidPosSale')
        bySale.set((entry.args as { saleId: string }).saleId, entry)
    return bySale
  }, [pending])
}

export function SaleState({ sale }: { readonly sale: Pick<PosSale, 'id'> }) {
  return <CommandStateTag state={useSaleEntries().get(sale.id)?.state ?? 'synced'} />
}
