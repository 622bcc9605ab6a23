import type { PosSale } from '@shop/shared/pos/schema.ts'
import { useMemo } from 'react'
import { type PendingEntry, usePending } from '../../sync/api.ts'
import { CommandStateTag } from '../../ui/command-state-tag.tsx'

/** Entries of the outbox that complete or void sales, by the sale's id. A void that waits counts before its sale. */
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

/** How far a sale has come: saved on this device, sending, synced, needs attention. */
export function SaleState({ sale }: { readonly sale: Pick<PosSale, 'id'> }) {
  return <CommandStateTag state={useSaleEntries().get(sale.id)?.state ?? 'synced'} />
}
