import { type LedgerFilter, listPostings, type Posting } from '@shop/shared/sales/ledger-calls.ts'
import { useCallback, useEffect, useState } from 'react'
import { useCall } from '../../sync/api.ts'
import { useAsking } from '../../ui/use-asking.ts'
import { ledgerPath } from './ledger-filter.ts'

/** `of`: the filter they were found by. */
type Pages = { readonly postings: readonly Posting[]; readonly next: string | null; readonly of: string }

/** The postings that fit: live from the server, page by page. */
export function usePostings(isOnline: boolean, filter: LedgerFilter) {
  const call = useCall()
  const [pages, setPages] = useState<Pages | null>(null)
  const { ask, problem, isLoading } = useAsking()
  const of = ledgerPath(filter)

  const load = useCallback(
    (after: string | undefined) =>
      ask(
        () => call(listPostings, { query: { ...filter, after } }),
        ({ postings, next }) =>
          setPages((before) => ({ postings: after === undefined ? postings : [...(before?.postings ?? []), ...postings], next, of })),
        // what was found by another filter is not what is asked for
        () => after === undefined && setPages(null),
      ),
    [ask, call, filter, of],
  )
  useEffect(() => {
    if (isOnline) void load(undefined)
  }, [isOnline, load])

  // nor can it be asked for without the server
  const shown = isOnline || pages?.of === of ? pages : null
  return { pages: shown, problem, isLoading, refresh: () => load(undefined), more: () => load(pages?.next ?? undefined) }
}
