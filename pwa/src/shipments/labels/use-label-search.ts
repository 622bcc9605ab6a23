import { postalLabels } from '@shop/shared/shipments/label-schema.ts'
import { useMemo, useState } from 'react'
import { useLive } from '../../sync/api.ts'
import { useNames } from '../../ui/use-names.ts'
import { foundLabels } from './found-labels.ts'

/** Number of labels that the window lists at first, and with each Load More. */
const LABELS_AT_ONCE = 50

/** The shop's postal labels that match the search, page by page. */
export function useLabelSearch() {
  const all = useLive((view) => view.all(postalLabels), [])
  const nameOf = useNames()
  const [text, setText] = useState('')
  const [limit, setLimit] = useState(LABELS_AT_ONCE)
  const found = useMemo(() => foundLabels(all, text, nameOf), [all, text, nameOf])
  return {
    shown: found.slice(0, limit),
    moreCount: Math.max(0, found.length - limit),
    allCount: all.length,
    freeCount: useMemo(() => all.filter(({ state }) => state === 'free').length, [all]),
    text,
    setText: (next: string) => {
      setText(next)
      setLimit(LABELS_AT_ONCE)
    },
    loadMore: () => setLimit((count) => count + LABELS_AT_ONCE),
  }
}
