import { extractImageCall } from '@shop/shared/images/calls.ts'
import { isRetailerLink } from '@shop/shared/inventory/rules/asin.ts'
import { useEffect, useRef } from 'react'
import { useCall, useSyncStatus } from '../sync/api.ts'
import type { ItemFormValues } from './item-form-values.ts'
import { retailerPicture } from './retailer-picture.ts'

/** Time after which a page that has not answered counts as having no picture. */
export const TIMEOUT_MS = 10_000

/** Returns a function to call when the link field loses the focus. It proposes the picture of the retailer's product unless a person chose a picture.
 *  It blocks nothing, fails silently, and never overwrites input typed meanwhile. */
export function usePictureProposal(values: ItemFormValues, propose: (imageUrl: string) => void): () => void {
  const call = useCall()
  const { online } = useSyncStatus()
  const latest = useRef(values)
  const asked = useRef('')
  const proposed = useRef('')
  useEffect(() => {
    latest.current = values
  }, [values])

  const find = async (link: string): Promise<string | undefined> => {
    const built = retailerPicture(link)
    if (!online) return built
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), TIMEOUT_MS)
    })
    const found = call(extractImageCall, { query: { url: link } }).then(
      ({ imageUrl }) => imageUrl ?? undefined,
      () => built,
    )
    return Promise.race([found, late]).finally(() => clearTimeout(timer))
  }
  /** True if the picture is empty or was proposed here. */
  const isFree = (imageUrl: string) => imageUrl.trim() === '' || imageUrl === proposed.current
  const look = async (typed: string) => {
    const found = isRetailerLink(typed) ? await find(typed.trim()) : undefined
    const { link, imageUrl } = latest.current
    if (!found || link !== typed || !isFree(imageUrl)) return
    proposed.current = found
    propose(found)
  }
  return () => {
    const { link, imageUrl } = values
    if (link === asked.current || !isFree(imageUrl)) return
    asked.current = link
    // the picture of another product is worse than none
    if (imageUrl !== '') propose('')
    void look(link)
  }
}
