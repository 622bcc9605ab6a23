import { extractImage } from '@shop/shared/images/calls.ts'
import { isRetailerLink } from '@shop/shared/inventory/rules/asin.ts'
import { useEffect, useRef } from 'react'
import { useCall, useSyncStatus } from '../sync/api.ts'
import type { ItemFormValues } from './item-form-values.ts'
import { retailerPicture } from './retailer-picture.ts'

/** A page that takes longer gives no picture (spec §9). */
export const TIMEOUT_MS = 10_000

/** What leaving the link field does (spec §5 Item form): proposes the picture of the retailer's product, when there is none yet. It blocks nothing, says nothing when
 *  there is none to be found, and takes back nothing a person typed in the meantime. */
export function usePictureProposal(values: ItemFormValues, propose: (imageUrl: string) => void): () => void {
  const call = useCall()
  const { online } = useSyncStatus()
  const latest = useRef(values)
  const asked = useRef('')
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
    const found = call(extractImage, { query: { url: link } }).then(
      ({ imageUrl }) => imageUrl ?? undefined,
      () => built,
    )
    return Promise.race([found, late]).finally(() => clearTimeout(timer))
  }
  const look = async (typed: string) => {
    asked.current = typed
    const found = await find(typed.trim())
    const { link, imageUrl } = latest.current
    if (found && link === typed && imageUrl.trim() === '') propose(found)
  }
  return () => {
    const { link, imageUrl } = values
    if (imageUrl.trim() === '' && link !== asked.current && isRetailerLink(link)) void look(link)
  }
}
