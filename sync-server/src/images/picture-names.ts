import { createHash } from 'node:crypto'
import { PICTURE_PATH } from '@shop/shared/images/rules.ts'

const NAME = /^[0-9a-f]{64}\.jpg$/
const LABEL_NAME = /^label-[0-9a-f]{64}\.(?:pdf|jpg|png)$/

/** The name of a picture: a hash of what it is and of the upload it came with. Nobody can guess it, not even who has the same picture, and no two uploads
 *  share a file, so that one can be removed without a thought of the other. */
export const pictureName = (jpeg: Uint8Array, uploadId: string): string => `${hashOf(jpeg, uploadId)}.jpg`

const hashOf = (bytes: Uint8Array, uploadId: string) => createHash('sha256').update(uploadId).update('\n').update(bytes).digest('hex')

/** The name of a shipping label. Pictures are public to who knows their name, labels are not: the two never share one. */
export const labelName = (bytes: Uint8Array, uploadId: string, ending: 'pdf' | 'jpg' | 'png'): string =>
  `label-${hashOf(bytes, uploadId)}.${ending}`

/** Whether a name can be that of a label of ours. */
export const isLabelName = (name: string): boolean => LABEL_NAME.test(name)

/** Whether a name from outside can be one of ours. No other reaches a store. */
export const isPictureName = (name: string): boolean => NAME.test(name)

/** The address of a picture below the shop's. */
export const pictureUrl = (name: string): string => `${PICTURE_PATH}${name}`

/** The name in an address of ours; undefined for any other, such as that of a picture elsewhere. */
export function nameInUrl(url: string): string | undefined {
  const name = url.startsWith(PICTURE_PATH) ? url.slice(PICTURE_PATH.length) : ''
  return isPictureName(name) ? name : undefined
}
