import { Badge } from '@mantine/core'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { useMemo } from 'react'
import { type CommandState, type PendingEntry, usePending } from '../../sync/api.ts'

const WORDS: Record<CommandState, { readonly text: string; readonly color: string }> = {
  saved: { text: 'Saved on this device', color: 'gray' },
  sending: { text: 'Sending', color: 'blue' },
  synced: { text: 'Synced', color: 'green' },
  attention: { text: 'Needs attention', color: 'red' },
}

/** Entries of the outbox that complete or void sales, by the sale's id. A void in the way counts before the sale itself. */
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

/** How far a sale has come: saved on this device → sending → synced → needs attention (design §4 Status). */
export function SaleState({ sale }: { readonly sale: Pick<PosSale, 'id'> }) {
  return <SaleStateBadge state={useSaleEntries().get(sale.id)?.state ?? 'synced'} />
}

/** The same for a state that is known. */
export function SaleStateBadge({ state }: { readonly state: CommandState }) {
  return (
    <Badge variant="light" color={WORDS[state].color} data-state={state}>
      {WORDS[state].text}
    </Badge>
  )
}
