import { thumbnailOf } from '@shop/shared/images/thumbnails.ts'

/** Maximum number of prefetched thumbnails, which usually take less than 20 MB together. */
export const MAX_AHEAD = 1_500
/** Maximum number of prefetched thumbnails if the browser does not report the kind of network. */
export const MAX_AHEAD_UNKNOWN = 400
/** Number of misses in a row after which the prefetch stops: the server has no thumbnails then, or the device no space for them. */
export const MAX_MISSES = 40

/** The browser's network information; not every browser has it. */
export type Connection = { readonly saveData?: boolean; readonly type?: string; readonly effectiveType?: string }

/** Returns the number of thumbnails to prefetch over this network; 0 if it is metered or slow. */
export function allowanceOf(connection: Connection | undefined): number {
  if (!connection) return MAX_AHEAD_UNKNOWN
  const { saveData, type, effectiveType } = connection
  if (saveData || type === 'cellular' || (effectiveType !== undefined && effectiveType !== '4g')) return 0
  return type === undefined ? MAX_AHEAD_UNKNOWN : MAX_AHEAD
}

type Pictured = { readonly imageUrl: string; readonly stockCount: number; readonly updatedAtMs: number }

/** Returns the thumbnail addresses of the items in stock, without duplicates. The item with the latest change comes first. */
export function addressesAhead(items: readonly Pictured[], most: number): string[] {
  const wanted = items.filter(({ imageUrl, stockCount }) => stockCount > 0 && imageUrl !== '').sort((a, b) => b.updatedAtMs - a.updatedAtMs)
  const addresses = new Set<string>()
  for (const { imageUrl } of wanted) {
    if (addresses.size >= most) break
    const address = thumbnailOf(imageUrl)
    if (address) addresses.add(address)
  }
  return [...addresses]
}

export type AheadPorts = {
  readonly isKept: (address: string) => Promise<boolean>
  /** Makes the service worker fetch a thumbnail. False if none exists yet. Rejects when offline. */
  readonly fetch: (address: string) => Promise<boolean>
  /** Resolves when the page is idle; false when it is time to stop. */
  readonly turn: () => Promise<boolean>
}

/** Fetches missing thumbnails one after the other. Returns the number fetched. */
export async function fetchAhead(addresses: readonly string[], { isKept, fetch, turn }: AheadPorts): Promise<number> {
  let fetched = 0
  let misses = 0
  for (const address of addresses) {
    if (await isKept(address)) continue
    if (!(await turn())) break
    try {
      if (await fetch(address)) fetched++
      misses = (await isKept(address)) ? 0 : misses + 1
    } catch {
      break
    }
    if (misses >= MAX_MISSES) break
  }
  return fetched
}
