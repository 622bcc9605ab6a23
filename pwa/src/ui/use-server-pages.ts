import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useAsking } from './use-asking.ts'

/** So many pages are read in one go: who was further down finds Load More there. */
const MAX_PAGES_AT_ONCE = 10

/** A part of a list that the server keeps and no device does. */
export type ServerPage<Row> = { readonly rows: readonly Row[]; readonly hasMore: boolean }

type Options<Row, Page extends ServerPage<Row>> = {
  /** Names the question, as the answer to another is not the answer to this one. */
  readonly of: string
  readonly isOnline: boolean
  /** Reads the page that follows these; the first after none. Another function asks anew. */
  readonly readAfter: (before: readonly Page[]) => Promise<Page>
  readonly rowId: (row: Row) => string
}

/** Such a list, page by page. Back on the network it is read anew as far as it was shown. */
export function useServerPages<Row, Page extends ServerPage<Row>>({ of, isOnline, readAfter, rowId }: Options<Row, Page>) {
  const { ask, problem, isLoading } = useAsking()
  const [known, setKnown] = useState<{ readonly of: string; readonly pages: readonly Page[] } | null>(null)
  // a question that overtakes another answers it as well
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
  /** Reads the list anew as far as it is shown. */
  const reread = useCallback(() => load([]), [load])
  useEffect(() => {
    if (wanted.current.of !== of) wanted.current = { of, count: 1 }
    if (isOnline) void reread()
  }, [isOnline, of, reread])

  /** Reads its first page alone. */
  const refresh = useCallback(() => {
    wanted.current = { of, count: 1 }
    return reread()
  }, [of, reread])
  // without the network another question cannot be asked
  const shown = isOnline || known?.of === of ? known : null
  const pages = useMemo(() => shown?.pages ?? [], [shown])
  const last = pages.at(-1)
  const rows = useMemo(() => [...new Map(pages.flatMap((page) => page.rows.map((row) => [rowId(row), row]))).values()], [pages, rowId])
  return {
    /** Null until the first page has arrived. What came or went meanwhile shifts the pages: a row is listed once. */
    rows: shown && rows,
    first: pages[0],
    last,
    pageCount: pages.length,
    /** The rows answer `of`, not an earlier question. */
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
    /** Puts the newer state of a row in its place. */
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
