import { thumbnailOf } from '@shop/shared/images/thumbnails.ts'

/** Thumbnails fetched before anybody has looked at them, at most: fewer than a device keeps. Half as many bytes as a song or two. */
export const MAX_AHEAD = 1_500
/** Where the browser does not say what kind of network it is. */
export const MAX_AHEAD_UNKNOWN = 400
/** After so many in a row that are not made, the rest are not either. */
export const MAX_MISSES = 40

/** What a browser says of its network; not all do. */
export type Connection = { readonly saveData?: boolean; readonly type?: string; readonly effectiveType?: string }

/** How many thumbnails may be fetched ahead over this network: none where somebody pays for each byte, or waits for them. */
export function allowanceOf(connection: Connection | undefined): number {
  if (!connection) return MAX_AHEAD_UNKNOWN
  const { saveData, type, effectiveType } = connection
  if (saveData || type === 'cellular' || (effectiveType !== undefined && effectiveType !== '4g')) return 0
  return type === undefined ? MAX_AHEAD_UNKNOWN : MAX_AHEAD
}

/** What is looked at of an item. */
type Pictured = { readonly imageUrl: string; readonly stockCount: number; readonly updatedAtMs: number }

/** Addresses of the thumbnails of what is in stock, what was changed last first, each once. */
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

/** What the device does for it. */
export type AheadPorts = {
  readonly isKept: (address: string) => Promise<boolean>
  /** Has the service worker fetch it. False: there is none (yet). Rejects without network. */
  readonly fetch: (address: string) => Promise<boolean>
  /** Resolves when nobody waits for anything else; false when it is time to stop. */
  readonly turn: () => Promise<boolean>
}

/** Fetches what is not on the device, one after the other. Answers how many were fetched. */
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
    // not made, or the device has no room to keep them
    if (misses >= MAX_MISSES) break
  }
  return fetched
}
