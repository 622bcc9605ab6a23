import { useDebouncedValue } from '@mantine/hooks'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { listMarketplaceItemsCall, type MarketplaceItem } from '@shop/shared/trades/calls/marketplace.ts'
import { MARKETPLACE_PAGE } from '@shop/shared/trades/rules/limits.ts'
import { useCallback, useEffect, useMemo } from 'react'
import { useCall, useDevice, useLocalSetting, useSyncStatus } from '../../sync/api.ts'
import { type ServerPage, useServerPages } from '../../ui/use-server-pages.ts'

const SEARCH_PAUSE_MS = 300
/** Interval at which a visible tab reads the marketplace again, since other people's stock is not synced to devices. */
const LOOK_MS = 60_000

type Page = ServerPage<MarketplaceItem> & { readonly total: number }
/** `isWhole`: false when the items come from an incomplete stored first page, so that a missing item may still exist. */
type Shown = { readonly items: readonly MarketplaceItem[]; readonly total: number; readonly hasMore: boolean; readonly isWhole: boolean }
/** The first page, stored for use offline. */
type Kept = { readonly items: readonly MarketplaceItem[]; readonly total: number; readonly atMs: number }

/** Key of an item in the marketplace: its barcode, else its name. */
export const marketplaceKey = ({ barcode1, itemName }: MarketplaceItem): string =>
  barcode1 === '' ? `name ${itemName}` : `code ${barcode1}`

/** The search of the marketplace. `categoryId`: '' for all. */
export type MarketplaceSearch = { readonly text: string; readonly categoryId: string }

/** Other people's goods from the server. Offline, and until the server answers, the goods of the stored first page that match the search. */
export function useMarketplace({ text, categoryId }: MarketplaceSearch) {
  const { nowMs } = useDevice()
  const call = useCall()
  const { online } = useSyncStatus()
  const [q] = useDebouncedValue(text.trim(), SEARCH_PAUSE_MS)
  const isAll = q === '' && categoryId === ''
  const [kept, keep] = useLocalSetting<Kept | null>('trades.marketplace', null)
  const readAfter = useCallback(
    async (before: readonly Page[]): Promise<Page> => {
      const query = { search: q, category: categoryId, page: before.length + 1, limit: MARKETPLACE_PAGE.usual }
      const { items, hasMore, total } = await call(listMarketplaceItemsCall, { query })
      return { rows: items, hasMore, total }
    },
    [call, q, categoryId],
  )
  const { rows, first, last, pageCount, isAnswer, problem, isLoading, reread, refresh, more } = useServerPages({
    of: `${categoryId} ${q}`,
    isOnline: online,
    readAfter,
    rowId: marketplaceKey,
  })
  useEffect(() => {
    if (first && isAnswer && isAll) keep({ items: first.rows, total: first.total, atMs: nowMs() })
  }, [first, isAnswer, isAll, keep, nowMs])
  useEffect(() => {
    // the list stays as it is while somebody pages through it
    if (!online || pageCount > 1) return
    const look = () => void (document.visibilityState === 'visible' && reread())
    const timer = setInterval(look, LOOK_MS)
    window.addEventListener('focus', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', look)
    }
  }, [online, pageCount, reread])

  const isFresh = isAnswer && online
  const shown = useMemo((): Shown | null => {
    if (rows && last && (isFresh || (!kept && isAnswer))) return { items: rows, total: last.total, hasMore: last.hasMore, isWhole: true }
    if (!kept) return null
    const wanted = searchKey(q)
    const items = kept.items.filter(
      (item) => (categoryId === '' || item.categoryId === categoryId) && searchKey(item.itemName).includes(wanted),
    )
    const isWhole = kept.items.length >= kept.total
    return { items, total: isAll ? kept.total : items.length, hasMore: false, isWhole }
  }, [isFresh, isAnswer, rows, last, kept, q, categoryId, isAll])
  return {
    shown,
    /** Number of stored items and of all items, while an incomplete stored page is shown. */
    keptPart: shown && !shown.isWhole && kept ? { count: kept.items.length, of: kept.total } : null,
    isAll,
    /** Time of the stored page; null while the server's answer is shown. */
    keptAtMs: isFresh ? null : (kept?.atMs ?? null),
    problem,
    isLoading,
    refresh,
    more,
  }
}
