import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useAsking } from './use-asking.ts'

/** Largest number of pages read at once; the rest of a longer list follows by Load More. */
const MAX_PAGES_AT_ONCE = 10

/** A page of a list that only the server has. */
export type ServerPage<Row> = { readonly rows: readonly Row[]; readonly hasMore: boolean }

type Options<Row, Page extends ServerPage<Row>> = {
  /** Identifies the question, such as a search text, so that an answer to an earlier question is recognised. */
  readonly of: string
  readonly isOnline: boolean
  /** Reads the page after the pages `before`, or the first page when there are none. When this function changes, the list is read again. */
  readonly readAfter: (before: readonly Page[]) => Promise<Page>
  readonly rowId: (row: Row) => string
}

/** Pages of a list that only the server has. Once the device is online again, the pages shown are read again, at most MAX_PAGES_AT_ONCE. */
export function useServerPages<Row, Page extends ServerPage<Row>>({ of, isOnline, readAfter, rowId }: Options<Row, Page>) {
  const { ask, problem, isLoading } = useAsking()
  const [known, setKnown] = useState<{ readonly of: string; readonly pages: readonly Page[] } | null>(null)
  // number of pages that somebody wants to see: a read that replaces an unfinished one reads as many pages
  const wanted = useRef({ of, count: 1 })

  const load = useCallback(
    (before: readonly Page[]) =>
      ask(
        async () => {
          const pages = [...before]
          const upTo = () => Math.min(wanted.current.count, before.length + MAX_PAGES_AT_ONCE)
          do pages.push(await readAfter(pages))
          while (pages.length < upTo() && pages.at(-1)?.hasMore)
          return pages
        },
        (pages) => setKnown({ of, pages }),
        () => setKnown((before) => (before?.of === of ? before : null)),
      ),
    [ask, of, readAfter],
  )
  /** Reads the list again as far as it is shown. */
  const reread = useCallback(() => load([]), [load])
  useEffect(() => {
    if (wanted.current.of !== of) wanted.current = { of, count: 1 }
    if (isOnline) void reread()
  }, [isOnline, of, reread])

  /** Reads only the first page again. */
  const refresh = useCallback(() => {
    wanted.current = { of, count: 1 }
    return reread()
  }, [of, reread])
  // offline the answer to an earlier question stays hidden, because no newer one can replace it
  const shown = isOnline || known?.of === of ? known : null
  const pages = useMemo(() => shown?.pages ?? [], [shown])
  const last = pages.at(-1)
  const rows = useMemo(() => [...new Map(pages.flatMap((page) => page.rows.map((row) => [rowId(row), row]))).values()], [pages, rowId])
  return {
    /** Null until the first page has arrived. Between two reads a row may move to another page, so each row is listed only once. */
    rows: shown && rows,
    first: pages[0],
    last,
    pageCount: pages.length,
    /** True when the rows answer `of`, not an earlier question. */
    isAnswer: known?.of === of,
    hasMore: last?.hasMore ?? false,
    problem,
    isLoading,
    isOnline,
    reread,
    refresh,
    more: () => {
      wanted.current = { of, count: pages.length + 1 }
      return load(pages)
    },
    /** Replaces a row with its newer state. */
    replace: useCallback(
      (row: Row) =>
        setKnown((before) => {
          if (!before) return before
          const newer = (old: Row) => (rowId(old) === rowId(row) ? row : old)
          return { ...before, pages: before.pages.map((page) => ({ ...page, rows: page.rows.map(newer) })) }
        }),
      [rowId],
    ),
  }
}
