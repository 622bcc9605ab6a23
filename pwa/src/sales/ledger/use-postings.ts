import { Refusal } from '@shop/shared/kernel/errors.ts'
import { type LedgerFilter, listPostings, type Posting } from '@shop/shared/sales/ledger-calls.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useCall } from '../../sync/api.ts'

type Pages = { readonly postings: readonly Posting[]; readonly next: string | null }

/** The postings that fit: live from the server, page by page. */
export function usePostings(isOnline: boolean, filter: LedgerFilter) {
  const call = useCall()
  const [pages, setPages] = useState<Pages | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isLoading, setLoading] = useState(false)
  const asked = useRef(0)

  const load = useCallback(
    async (after: string | undefined) => {
      const turn = ++asked.current
      setLoading(true)
      try {
        const { postings, next } = await call(listPostings, { query: { ...filter, after } })
        if (turn !== asked.current) return
        setProblem(null)
        setPages((before) => ({ postings: after === undefined ? postings : [...(before?.postings ?? []), ...postings], next }))
      } catch (thrown) {
        if (turn !== asked.current) return
        if (!(thrown instanceof Refusal)) throw thrown
        setProblem(thrown.message)
        // what was found by another filter is not what is asked for
        if (after === undefined) setPages(null)
      } finally {
        if (turn === asked.current) setLoading(false)
      }
    },
    [call, filter],
  )
  useEffect(() => {
    if (isOnline) void load(undefined)
  }, [isOnline, load])

  return { pages, problem, isLoading, refresh: () => load(undefined), more: () => load(pages?.next ?? undefined) }
}
