import { type LedgerFilter, listPostings, type Posting } from '@shop/shared/sales/ledger-calls.ts'
import { useCallback, useEffect, useState } from 'react'
import { useCall } from '../../sync/api.ts'
import { useAsking } from '../../ui/use-asking.ts'

type Pages = { readonly postings: readonly Posting[]; readonly next: string | null }

/** The postings that fit: live from the server, page by page. */
export function usePostings(isOnline: boolean, filter: LedgerFilter) {
  const call = useCall()
  const [pages, setPages] = useState<Pages | null>(null)
  const { ask, problem, isLoading } = useAsking()

  const load = useCallback(
    (after: string | undefined) =>
      ask(
        () => call(listPostings, { query: { ...filter, after } }),
        ({ postings, next }) =>
          setPages((before) => ({ postings: after === undefined ? postings : [...(before?.postings ?? []), ...postings], next })),
        // what was found by another filter is not what is asked for
        () => after === undefined && setPages(null),
      ),
    [ask, call, filter],
  )
  useEffect(() => {
    if (isOnline) void load(undefined)
  }, [isOnline, load])

  return { pages, problem, isLoading, refresh: () => load(undefined), more: () => load(pages?.next ?? undefined) }
}
