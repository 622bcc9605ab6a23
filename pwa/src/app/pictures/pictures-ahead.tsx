import { items } from '@shop/shared/inventory/schema.ts'
import { useEffect } from 'react'
import { type Device, THUMBNAIL_CACHE, useDevice, useSyncStatus } from '../../sync/api.ts'
import { addressesAhead, allowanceOf, type Connection, fetchAhead } from './fetch-ahead.ts'

/** Time until the first round, and time between rounds. Later rounds fetch the thumbnails made since. */
const FIRST_MS = 20_000
const EVERY_MS = 30 * 60_000
/** Pause between two pictures, so that a shop full of tablets does not burden its server. */
const PAUSE_MS = 200

const connection = () => (navigator as { readonly connection?: Connection }).connection

/** Prefetches pictures of the stock, so that they show offline. Renders nothing. */
export function PicturesAhead() {
  const { online, readyToSell, startProgress } = useSyncStatus()
  const { readRows } = useDevice()
  const isWanted = online && readyToSell && !startProgress
  useEffect(() => {
    if (!isWanted || !('caches' in window) || !navigator.locks) return
    const ending = new AbortController()
    const round = () => void fetchRound(readRows, ending.signal).catch(() => undefined)
    const first = setTimeout(round, FIRST_MS)
    const next = setInterval(round, EVERY_MS)
    return () => {
      ending.abort()
      clearTimeout(first)
      clearInterval(next)
    }
  }, [isWanted, readRows])
  return null
}

/** Runs one round, unless another tab of the device runs one. */
async function fetchRound(readRows: Device['readRows'], signal: AbortSignal): Promise<void> {
  const most = allowanceOf(connection())
  if (most === 0 || !navigator.serviceWorker?.controller) return
  await navigator.locks.request('pictures-ahead', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    const stock = readRows((view) => view.all(items))
    await fetchAhead(addressesAhead(stock, most), {
      isKept: async (address) => (await (await caches.open(THUMBNAIL_CACHE)).match(address, { ignoreVary: true })) !== undefined,
      fetch: async (address) => (await fetch(address, { credentials: 'omit', priority: 'low', signal })).status === 200,
      turn: () => idleTurn(signal),
    })
  })
}

/** Waits until the page is idle; false if the round must stop. */
async function idleTurn(signal: AbortSignal): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  if ('requestIdleCallback' in window) await new Promise((resolve) => requestIdleCallback(resolve))
  return !signal.aborted && navigator.onLine && document.visibilityState === 'visible'
}
