import { editItem, removeItem } from '@shop/shared/inventory/commands/edit-item.ts'
import { type Item, items } from '@shop/shared/inventory/schema.ts'
import { useCallback, useRef, useState } from 'react'
import { useDevice, useRunMany } from '../../sync/api.ts'
import { counted } from '../../ui/counted.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { showUndo } from '../../ui/message-store.ts'
import { type ItemEdit, reversals } from './item-edits.ts'

/** Work that takes less shows no progress. */
const SLOW_AFTER_MS = 1_000

/** An act under way: how many items it has done. */
export type BulkProgress = { readonly done: number; readonly of: number; readonly isSlow: boolean }

/** Messages of the screen. */
type Messages = { readonly show: (text: string) => void; readonly fail: (text: string) => void }

export const itemsWords = (count: number): string => counted(count, 'item')

/** The outcome of an act: "3 items deleted successfully. 1 was gone already." */
const outcome = (text: string, goneCount: number): string =>
  goneCount === 0 ? text : `${text}. ${goneCount === 1 ? '1 was' : `${goneCount} were`} gone already.`

/** Changes or deletes many items, each by its own command, and tells what became of them. A change can be undone: another command puts the old values
 *  back. Both answer true when nothing went wrong. */
export function useBulkWork({ show, fail }: Messages) {
  const runMany = useRunMany()
  const { readRows } = useDevice()
  const { progress, follow } = useProgress()

  const runEdits = useCallback(
    async (edits: readonly ItemEdit[]) => {
      const stored: ItemEdit[] = []
      const problem = await follow(edits.length, (note) =>
        runMany(editItem, edits, (part, done) => {
          stored.push(...part)
          note(done)
        }),
      )
      return { stored, problem }
    },
    [runMany, follow],
  )
  /** `words`: the message about this many changed items. */
  const change = useCallback(
    async (chosen: readonly Item[], edits: readonly ItemEdit[], words: (count: number) => string) => {
      const before = new Map(chosen.map((item) => [item.id, item]))
      const { stored, problem } = await runEdits(edits)
      const undo = async () => {
        const back = reversals(stored, before, (id) => readRows((view) => view.get(items, id)))
        const undone = await runEdits(back)
        if (undone.problem === null) show(`${itemsWords(undone.stored.length)} as before`)
        else fail(undone.problem)
      }
      if (problem !== null) fail(problem)
      const goneCount = problem === null ? edits.length - stored.length : 0
      if (stored.length > 0) showUndo(outcome(words(stored.length), goneCount), () => void undo())
      else if (problem === null) show('Nothing to change')
      return problem === null
    },
    [runEdits, readRows, show, fail],
  )
  const remove = useCallback(
    async (chosen: readonly Item[]) => {
      let storedCount = 0
      const args = chosen.map(({ id }) => ({ id }))
      const problem = await follow(args.length, (note) =>
        runMany(removeItem, args, (part, done) => {
          storedCount += part.length
          note(done)
        }),
      )
      if (problem !== null) fail(problem)
      else show(outcome(`${itemsWords(storedCount)} deleted successfully`, args.length - storedCount))
      return problem === null
    },
    [runMany, follow, show, fail],
  )
  return { progress, change, remove }
}

/** Follows an act, one at a time. Answers the message of what went wrong, or null. */
function useProgress() {
  const [progress, setProgress] = useState<BulkProgress | null>(null)
  const isBusy = useRef(false)
  const follow = useCallback(async (of: number, work: (note: (done: number) => void) => Promise<void>): Promise<string | null> => {
    if (isBusy.current) return 'Error: Please wait until the last change is done'
    isBusy.current = true
    const update = (changes: Partial<BulkProgress>) => setProgress((before) => ({ done: 0, of, isSlow: false, ...before, ...changes }))
    update({})
    const timer = setTimeout(() => update({ isSlow: true }), SLOW_AFTER_MS)
    try {
      await work((done) => update({ done }))
      return null
    } catch (thrown) {
      return errorMessage('Error: ', thrown)
    } finally {
      clearTimeout(timer)
      isBusy.current = false
      setProgress(null)
    }
  }, [])
  return { progress, follow }
}
