import { extractImage } from '@shop/shared/images/calls.ts'
import { listItemsMissingImages, type MissingImage, updateItemImage } from '@shop/shared/inventory/calls/item-images.ts'
import { isRetailerLink } from '@shop/shared/inventory/rules/asin.ts'
import { items as itemRows } from '@shop/shared/inventory/schema.ts'
import type { OutputOf } from '@shop/shared/kernel/define-call.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useCall, useDevice, useLive, useSession, useSyncStatus } from '../../sync/api.ts'
import { navigate } from '../../ui/router.tsx'
import { type BackfillRun, type LogEntry, NOT_BEGUN, noted, storedRun, storeRun, waiting } from './backfill-run.ts'

/** Between two items (spec §9). */
export const PAUSE_MS = 2_000
/** The server's no (spec §6), and how long it can be read before the way leads home. */
const NOT_ADMIN = 'Admin access required'
const NOT_ADMIN_MS = 2_000

type Missing = OutputOf<typeof listItemsMissingImages>
type Outcome = Pick<LogEntry, 'isDone' | 'text' | 'imageUrl'>

/** The backfill of pictures: what is missing, how far it has come, and the next item every two seconds while it runs. */
export function useBackfill(onMessage: (text: string) => void) {
  const { nowMs } = useDevice()
  const call = useCall()
  const { online } = useSyncStatus()
  const uid = useSession().user?.uid ?? ''
  const [missing, setMissing] = useState<Missing | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isLoading, setLoading] = useState(false)
  const [run, setRun] = useState<BackfillRun>(() => storedRun(uid))
  const [current, setCurrent] = useState<MissingImage | null>(null)
  const pictured = useLive((view) => new Set(view.all(itemRows).flatMap(({ id, imageUrl }) => (imageUrl === '' ? [] : [id]))), [])
  const latest = useRef(run)
  const hasWorked = useRef(false)

  const change = useCallback(
    (next: BackfillRun) => {
      latest.current = next
      storeRun(uid, next)
      setRun(next)
    },
    [uid],
  )
  /** Whether it was the server's no to somebody who is no admin (any more). */
  const leaves = useCallback(
    (thrown: Refusal): boolean => {
      if (thrown.status !== 403) return false
      change({ ...latest.current, isRunning: false })
      onMessage(NOT_ADMIN)
      setTimeout(() => navigate('/', { replace: true }), NOT_ADMIN_MS)
      return true
    },
    [change, onMessage],
  )

  /** Reads the list from the front, or from where the part before it ended. */
  const load = useCallback(
    async (after?: string) => {
      setLoading(true)
      try {
        setMissing(await call(listItemsMissingImages, { query: { after } }))
        setProblem(null)
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown
        if (leaves(thrown)) return
        console.error('the items without a picture cannot be listed', thrown)
        setProblem(thrown.message)
      } finally {
        setLoading(false)
      }
    },
    [call, leaves],
  )
  useEffect(() => {
    if (online) void load()
  }, [online, load])

  /** Whether the sign-in ran out: no item's fault. The till stays open over an open cart, so the run has to stop by itself. */
  const pauses = useCallback(
    (thrown: Refusal): boolean => {
      if (thrown.status !== 401) return false
      change({ ...latest.current, isRunning: false })
      onMessage(`Paused: ${thrown.message}`)
      return true
    },
    [change, onMessage],
  )

  /** Finds and stores one picture. Undefined: nothing became of this item, as nobody answered or it has a picture meanwhile. */
  const process = useCallback(
    async (missingImage: MissingImage): Promise<Outcome | undefined> => {
      const { itemUID, consignorUID, link } = missingImage
      try {
        const found = await call(extractImage, { query: { url: link } })
        const imageUrl = found.imageUrl ?? ''
        if (imageUrl === '') {
          const text = isRetailerLink(link) ? 'Could not extract image from Amazon' : (found.problem ?? 'The page names no picture.')
          return { isDone: false, text, imageUrl }
        }
        const { message } = await call(updateItemImage, { body: { consignorUID, itemUID, imageUrl, onlyMissing: true } })
        return { isDone: true, text: message, imageUrl }
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown
        if (thrown.code === 'OFFLINE' || thrown.retryable || leaves(thrown) || pauses(thrown)) return undefined
        if (thrown.code === 'IMAGE_THERE') {
          setMissing((before) => before && { ...before, items: without(before.items, missingImage) })
          return undefined
        }
        return { isDone: false, text: thrown.message, imageUrl: '' }
      }
    },
    [call, leaves, pauses],
  )

  const rest = useMemo(() => waiting(run, missing?.items ?? []).filter(({ itemUID }) => !pictured.has(itemUID)), [run, missing, pictured])
  const next = rest[0]
  useEffect(() => {
    if (!run.isRunning || !online || next === undefined || current !== null) return
    const work = async () => {
      hasWorked.current = true
      setCurrent(next)
      // the item is over in any case: its end is what the next turn waits for
      const outcome = await process(next).finally(() => setCurrent(null))
      if (outcome === undefined) return
      setMissing((before) => before && { ...before, items: outcome.isDone ? without(before.items, next) : before.items })
      change(noted(latest.current, next.itemUID, { ...outcome, itemName: next.itemName, atMs: nowMs() }))
    }
    const timer = setTimeout(() => void work(), hasWorked.current ? PAUSE_MS : 0)
    return () => clearTimeout(timer)
  }, [run.isRunning, online, next, current, process, change, nowMs])

  // this part of the list is done: the end of the work, or time for the next part
  const goesOnAt = missing !== null && run.isRunning && rest.length === 0 && current === null ? missing.next : undefined
  useEffect(() => {
    if (goesOnAt === null) change({ ...latest.current, isRunning: false })
    if (!goesOnAt || !online || isLoading) return
    const timer = setTimeout(() => void load(goesOnAt), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [goesOnAt, online, isLoading, load, change])

  return {
    run,
    missing,
    problem,
    isLoading,
    current,
    online,
    remainingCount: rest.length + (missing?.behindCount ?? 0),
    start: () => change({ ...latest.current, isRunning: true }),
    pause: () => change({ ...latest.current, isRunning: false }),
    reload: () => {
      change(NOT_BEGUN)
      return load()
    },
  }
}

const without = (items: readonly MissingImage[], gone: MissingImage) => items.filter(({ itemUID }) => itemUID !== gone.itemUID)
