import type { PosSale } from '@shop/shared/pos/schema.ts'
import { useMemo } from 'react'
import { type PendingEntry, usePending } from '../../sync/api.ts'
import { CommandStateTag } from '../../ui/command-state-tag.tsx'

/** Outbox entries that complete or void sales, by sale id. A pending void takes precedence over its sale. */
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

/** Sync state of a sale: saved on this device, sending, synced, needs attention. */
export function SaleState({ sale }: { readonly sale: Pick<PosSale, 'id'> }) {
  return <CommandStateTag state={useSaleEntries().get(sale.id)?.state ?? 'synced'} />
}
