import { createHash } from 'node:crypto'
import { PICTURE_PATH } from '@shop/shared/images/rules.ts'

const NAME = /^[0-9a-f]{64}\.jpg$/
const LABEL_NAME = /^label-[0-9a-f]{64}\.(?:pdf|jpg|png)$/

/** Names a picture by a hash of its bytes and its upload. Nobody can guess it, not even from the same picture, and no two uploads share a file,
 *  so each can be removed alone. */
export const pictureName = (jpeg: Uint8Array, uploadId: string): string => `${hashOf(jpeg, uploadId)}.jpg`

const hashOf = (bytes: Uint8Array, uploadId: string) => createHash('sha256').update(uploadId).update('\n').update(bytes).digest('hex')

/** Names a shipping label. Pictures are public to anybody who knows the name, labels are not, so the two never share a name. */
export const labelName = (bytes: Uint8Array, uploadId: string, ending: 'pdf' | 'jpg' | 'png'): string =>
  `label-${hashOf(bytes, uploadId)}.${ending}`

/** True for a name that may be one of our labels. */
export const isLabelName = (name: string): boolean => LABEL_NAME.test(name)

/** True for a name that may be one of our pictures. No other name reaches a store. */
export const isPictureName = (name: string): boolean => NAME.test(name)

/** The address of a picture, relative to the shop's. */
export const pictureUrl = (name: string): string => `${PICTURE_PATH}${name}`

/** The picture name in an address of ours; undefined for any other address. */
export function nameInUrl(url: string): string | undefined {
  const name = url.startsWith(PICTURE_PATH) ? url.slice(PICTURE_PATH.length) : ''
  return isPictureName(name) ? name : undefined
}
