import { type LedgerFilter, listPostingsCall, type Posting } from '@shop/shared/sales/ledger-calls.ts'
import { useCallback, useEffect, useState } from 'react'
import { useCall } from '../../sync/api.ts'
import type { ServerList } from '../../ui/server-list.tsx'
import { useAsking } from '../../ui/use-asking.ts'
import { ledgerPath } from './ledger-filter.ts'

/** `of`: the filter they were found by. */
type Pages = { readonly postings: readonly Posting[]; readonly next: string | null; readonly of: string }

type Postings = { readonly list: ServerList<Posting>; readonly refresh: () => Promise<void> }

/** The postings that fit, from the server page by page. */
export function usePostings(isOnline: boolean, filter: LedgerFilter): Postings {
  const call = useCall()
  const [pages, setPages] = useState<Pages | null>(null)
  const { ask, problem, isLoading } = useAsking()
  const of = ledgerPath(filter)

  const load = useCallback(
    (after: string | undefined) =>
      ask(
        () => call(listPostingsCall, { query: { ...filter, after } }),
        ({ postings, next }) =>
          setPages((before) => ({ postings: after === undefined ? postings : [...(before?.postings ?? []), ...postings], next, of })),
        // the answer to another filter is not the answer to this one
        () => after === undefined && setPages(null),
      ),
    [ask, call, filter, of],
  )
  useEffect(() => {
    if (isOnline) void load(undefined)
  }, [isOnline, load])

  // nor can another filter be asked for without the server
  const shown = isOnline || pages?.of === of ? pages : null
  const more = () => load(pages?.next ?? undefined)
  const list = { rows: shown?.postings ?? null, hasMore: Boolean(shown?.next), problem, isLoading, isOnline, more }
  return { list, refresh: () => load(undefined) }
}
