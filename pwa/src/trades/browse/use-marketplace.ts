import { useDebouncedValue } from '@mantine/hooks'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { listMarketplaceItemsCall, type MarketplaceItem } from '@shop/shared/trades/calls/marketplace.ts'
import { MARKETPLACE_PAGE } from '@shop/shared/trades/rules/limits.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useCall, useDevice, useLocalSetting, useSyncStatus } from '../../sync/api.ts'
import { useAsking } from '../../ui/use-asking.ts'

const SEARCH_PAUSE_MS = 300
/** How often others' stock, which is not kept on devices, is asked for again while the tab is looked at. */
const LOOK_MS = 60_000

type Listed = {
  readonly q: string
  readonly items: readonly MarketplaceItem[]
  readonly total: number
  readonly hasMore: boolean
  readonly pages: number
}
/** `isWhole`: all there is for this search. Of more than one page only the first is kept, so that what is not in it may exist all the same. */
type Shown = Listed & { readonly isWhole: boolean }
/** The first page, kept for the time without network. */
type Kept = { readonly items: readonly MarketplaceItem[]; readonly total: number; readonly atMs: number }

/** Two items without a barcode differ by name. */
export const marketplaceKey = ({ barcode1, itemName }: MarketplaceItem): string =>
  barcode1 === '' ? `name ${itemName}` : `code ${barcode1}`

/** What others offer, from the server; without it, what was kept of the last answer. */
export function useMarketplace(text: string) {
  const { nowMs } = useDevice()
  const call = useCall()
  const { online } = useSyncStatus()
  const [q] = useDebouncedValue(text.trim(), SEARCH_PAUSE_MS)
  const [kept, keep] = useLocalSetting<Kept | null>('trades.marketplace', null)
  const [listed, setListed] = useState<Listed | null>(null)
  const { ask, problem, isLoading } = useAsking()

  const load = useCallback(
    (page: number) =>
      ask(
        () => call(listMarketplaceItemsCall, { query: { search: q, page, limit: MARKETPLACE_PAGE.usual } }),
        ({ items, hasMore, total }) => {
          setListed((before) => ({ q, items: page === 1 ? items : merged(before?.items ?? [], items), hasMore, total, pages: page }))
          if (page === 1 && q === '') keep({ items, total, atMs: nowMs() })
        },
      ),
    [ask, call, q, keep, nowMs],
  )
  useEffect(() => {
    if (online) void load(1)
  }, [online, load])

  const pages = listed?.pages ?? 0
  useEffect(() => {
    // a list that somebody is paging through is left as it is
    if (!online || pages > 1) return
    const look = () => void (document.visibilityState === 'visible' && load(1))
    const timer = setInterval(look, LOOK_MS)
    window.addEventListener('focus', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', look)
    }
  }, [online, pages, load])

  const isFresh = listed !== null && listed.q === q && online
  const shown = useMemo((): Shown | null => {
    if (listed && (isFresh || (!kept && listed.q === q))) return { ...listed, isWhole: true }
    if (!kept) return null
    const wanted = searchKey(q)
    const items = kept.items.filter(({ itemName }) => searchKey(itemName).includes(wanted))
    const isWhole = kept.items.length >= kept.total
    return { q, items, total: wanted === '' ? kept.total : items.length, hasMore: false, pages: 1, isWhole }
  }, [isFresh, listed, kept, q])
  return {
    shown,
    /** How many of how many items are on this device, while these are shown and not all of them. */
    keptPart: shown && !shown.isWhole && kept ? { count: kept.items.length, of: kept.total } : null,
    q,
    /** Null while what is shown is the server's own answer. */
    keptAtMs: isFresh ? null : (kept?.atMs ?? null),
    problem,
    isLoading,
    refresh: useCallback(() => load(1), [load]),
    more: useCallback(() => load(pages + 1), [load, pages]),
  }
}

/** Stock that came or went meanwhile shifts the pages: an item that is listed already is not listed twice. */
function merged(before: readonly MarketplaceItem[], more: readonly MarketplaceItem[]): readonly MarketplaceItem[] {
  const known = new Set(before.map(marketplaceKey))
  return [...before, ...more.filter((item) => !known.has(marketplaceKey(item)))]
}
