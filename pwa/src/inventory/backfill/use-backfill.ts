import { extractImageCall } from '@shop/shared/images/calls.ts'
import { editItemImageCall, listItemsMissingImagesCall, type MissingImage } from '@shop/shared/inventory/calls/item-images.ts'
import { isRetailerLink } from '@shop/shared/inventory/rules/asin.ts'
import { items as itemRows } from '@shop/shared/inventory/schema.ts'
import type { OutputOf } from '@shop/shared/kernel/define-call.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useCall, useDevice, useLive, useSession, useSyncStatus } from '../../sync/api.ts'
import { navigate } from '../../ui/router.tsx'
import { type BackfillRun, type LogEntry, NOT_BEGUN, noted, storedRun, storeRun, waiting } from './backfill-run.ts'

/** Pause between two items, because the pages belong to other companies. */
export const PAUSE_MS = 2_000
/** The message for a person whom the server refuses, and the time to read it before the redirect. */
const NOT_ADMIN = 'Admin access required'
const NOT_ADMIN_MS = 2_000

type Missing = OutputOf<typeof listItemsMissingImagesCall>
type Outcome = Pick<LogEntry, 'isDone' | 'text' | 'imageUrl'>
/** Returns true when it has handled the refusal, which then needs no message. */
type HandleForbidden = (refusal: Refusal) => boolean

export type Backfill = ReturnType<typeof useBackfill>

export function useBackfill(onMessage: (text: string) => void) {
  const { nowMs } = useDevice()
  const { online } = useSyncStatus()
  const { run, change } = useStoredRun(useSession().user?.uid ?? '')
  const start = useCallback(() => change((before) => ({ ...before, isRunning: true })), [change])
  const pause = useCallback(() => change((before) => ({ ...before, isRunning: false })), [change])
  const handleForbidden = useRedirectHome(pause, onMessage)
  const { missing, problem, isLoading, load, drop } = useMissingImages(handleForbidden)
  const fill = useFilling({ handleForbidden, pause, drop, onMessage })
  const rest = useWaiting(run, missing)

  const work = useCallback(
    async (item: MissingImage) => {
      const outcome = await fill(item)
      if (!outcome) return
      if (outcome.isDone) drop(item)
      change((before) => noted(before, item.itemUID, { ...outcome, itemName: item.itemName, atMs: nowMs() }))
    },
    [fill, drop, change, nowMs],
  )
  const current = useTurns(run.isRunning && online ? rest[0] : undefined, work)

  // this page of the list is done: finish, or load the next page
  const goesOnAt = missing !== null && run.isRunning && rest.length === 0 && current === null ? missing.next : undefined
  useEffect(() => {
    if (goesOnAt === null) pause()
    if (!goesOnAt || !online || isLoading) return
    const timer = setTimeout(() => void load(goesOnAt), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [goesOnAt, online, isLoading, load, pause])

  const reload = () => {
    change(() => NOT_BEGUN)
    return load()
  }
  const remainingCount = rest.length + (missing?.behindCount ?? 0)
  return { run, missing, problem, isLoading, current, online, remainingCount, start, pause, reload }
}

/** This tab's run, which survives a reload. */
function useStoredRun(uid: string) {
  const [run, setRun] = useState<BackfillRun>(() => storedRun(uid))
  const latest = useRef(run)
  const change = useCallback(
    (apply: (before: BackfillRun) => BackfillRun) => {
      latest.current = apply(latest.current)
      storeRun(uid, latest.current)
      setRun(latest.current)
    },
    [uid],
  )
  return { run, change }
}

/** Redirects a person whom the server refuses for not being an admin. */
function useRedirectHome(pause: () => void, onMessage: (text: string) => void): HandleForbidden {
  return useCallback(
    ({ status }) => {
      if (status !== 403) return false
      pause()
      onMessage(NOT_ADMIN)
      setTimeout(() => navigate('/', { replace: true }), NOT_ADMIN_MS)
      return true
    },
    [pause, onMessage],
  )
}

/** The items without a picture, page by page. The first page loads each time the device comes online. */
function useMissingImages(handleForbidden: HandleForbidden) {
  const call = useCall()
  const { online } = useSyncStatus()
  const [missing, setMissing] = useState<Missing | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isLoading, setLoading] = useState(false)

  /** Loads the first page, or the page after `after`. */
  const load = useCallback(
    async (after?: string) => {
      setLoading(true)
      try {
        setMissing(await call(listItemsMissingImagesCall, { query: { after } }))
        setProblem(null)
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown
        if (handleForbidden(thrown)) return
        console.error('the items without a picture cannot be listed', thrown)
        setProblem(thrown.message)
      } finally {
        setLoading(false)
      }
    },
    [call, handleForbidden],
  )
  useEffect(() => {
    if (online) void load()
  }, [online, load])
  /** Takes an item that has a picture by now off the list, and counts the picture. */
  const drop = useCallback(
    ({ itemUID: gone }: MissingImage) =>
      setMissing((before) => {
        if (!before?.items.some(({ itemUID }) => itemUID === gone)) return before
        const debug = { ...before.debug, itemsWithImages: before.debug.itemsWithImages + 1 }
        return { ...before, items: before.items.filter(({ itemUID }) => itemUID !== gone), debug }
      }),
    [],
  )
  return { missing, problem, isLoading, load, drop }
}

/** Items that have neither failed in this run nor received a picture meanwhile. */
function useWaiting(run: BackfillRun, missing: Missing | null): MissingImage[] {
  const pictured = useLive((view) => new Set(view.all(itemRows).flatMap(({ id, imageUrl }) => (imageUrl === '' ? [] : [id]))), [])
  return useMemo(() => waiting(run, missing?.items ?? []).filter(({ itemUID }) => !pictured.has(itemUID)), [run, missing, pictured])
}

type Stops = {
  readonly handleForbidden: HandleForbidden
  readonly pause: () => void
  readonly drop: (item: MissingImage) => void
  readonly onMessage: (text: string) => void
}

/** Finds and saves the picture of one item. Undefined if the item is not at fault: no answer, a temporary refusal, no sign-in, no permission, or a
 *  picture by now. */
function useFilling({ handleForbidden, pause, drop, onMessage }: Stops): (item: MissingImage) => Promise<Outcome | undefined> {
  const call = useCall()
  return useCallback(
    async (item) => {
      const { itemUID, consignorUID, link } = item
      try {
        const { imageUrl, problem } = await call(extractImageCall, { query: { url: link } })
        if (!imageUrl) {
          const text = isRetailerLink(link) ? 'Could not extract image from Amazon' : (problem ?? 'The page names no picture.')
          return { isDone: false, text, imageUrl: '' }
        }
        const { message } = await call(editItemImageCall, { body: { consignorUID, itemUID, imageUrl, onlyMissing: true } })
        return { isDone: true, text: message, imageUrl }
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown
        if (thrown.code === 'OFFLINE' || thrown.retryable || handleForbidden(thrown)) return undefined
        if (thrown.status === 401) {
          // The session has expired, which is not the item's fault. While an open cart has lines the app shows no sign-in, so the run must stop.
          pause()
          onMessage(`Paused: ${thrown.message}`)
          return undefined
        }
        if (thrown.code === 'IMAGE_THERE') {
          drop(item)
          return undefined
        }
        return { isDone: false, text: thrown.message, imageUrl: '' }
      }
    },
    [call, handleForbidden, pause, drop, onMessage],
  )
}

/** Processes one item after the other, with a pause in between. Returns the current one. */
function useTurns(next: MissingImage | undefined, work: (item: MissingImage) => Promise<void>): MissingImage | null {
  const [current, setCurrent] = useState<MissingImage | null>(null)
  const hasWorked = useRef(false)
  useEffect(() => {
    if (next === undefined || current !== null) return
    const takeUp = () => {
      hasWorked.current = true
      setCurrent(next)
      // the next item waits until this one has succeeded or failed
      void work(next).finally(() => setCurrent(null))
    }
    const timer = setTimeout(takeUp, hasWorked.current ? PAUSE_MS : 0)
    return () => clearTimeout(timer)
  }, [next, current, work])
  return current
}
