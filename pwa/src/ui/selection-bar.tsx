import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { grouped } from './counted.ts'
import { NONE_SELECTED, type Selection, type SelectionCounts, selectionWords } from './row-selection.ts'
import classes from './selection-bar.module.css'
import { isWindowOpen } from './use-window.ts'

type Props<R> = {
  readonly selection: Selection<R>
  readonly counts: SelectionCounts
  readonly onSelectAll: () => void
}

/** Acts on the selected rows. The bar stays in sight at the lower edge and ends below the last row, which it therefore never covers. Esc clears the
 *  selection. */
export function SelectionBar<R>({ selection, counts, onSelectAll }: Props<R>) {
  const { ids, matching, nouns, actions, onChange } = selection
  const clear = () => onChange(NONE_SELECTED)
  const words = ids.size === 0 ? '' : selectionWords(ids.size, counts.hidden)
  useEscape(ids.size > 0 ? clear : null)
  return (
    <>
      <p role="status" className="shop-visually-hidden">
        {words}
      </p>
      {ids.size > 0 && (
        <section className={classes.bar} data-bottom-bar aria-label={`Selected ${nouns[1]}`}>
          <div className={classes.words}>
            <strong>{words}</strong>
            {matching.length > ids.size - counts.hidden && (
              <Button variant="subtle" onClick={onSelectAll}>{`Select all ${grouped(matching.length)}`}</Button>
            )}
          </div>
          <div className={classes.actions}>
            {actions}
            <Button variant="subtle" color="gray" onClick={clear}>
              Clear selection
            </Button>
          </div>
        </section>
      )}
    </>
  )
}

/** Elements in which Esc has a meaning of its own. */
const OWN_ESCAPE = 'input:not([type="checkbox"]), textarea, select'

function useEscape(onEscape: (() => void) | null): void {
  useEffect(() => {
    if (!onEscape) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isWindowOpen()) return
      const target = event.target as Element
      // a window that this very key has closed is gone already
      if (document.querySelector(':popover-open') || target.matches(OWN_ESCAPE) || target.closest('[role="dialog"], dialog')) return
      onEscape()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
