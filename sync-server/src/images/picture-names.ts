import { createHash } from 'node:crypto'
import { PICTURE_PATH } from '@shop/shared/images/rules.ts'

const NAME = /^[0-9a-f]{64}\.jpg$/
const LABEL_NAME = /^label-[0-9a-f]{64}\.(?:pdf|jpg|png)$/

/** Names a picture by a hash of its bytes and its upload's id. Nobody can guess the name, not even somebody who has the picture. Each upload has
 *  a separate file, so that it can be removed alone. */
export const pictureName = (jpeg: Uint8Array, uploadId: string): string => `${hashOf(jpeg, uploadId)}.jpg`

const hashOf = (bytes: Uint8Array, uploadId: string) => createHash('sha256').update(uploadId).update('\n').update(bytes).digest('hex')

/** Names a shipping label. A picture may be read by everybody who knows its name, but a label may not. So the names of the two kinds differ. */
export const labelName = (bytes: Uint8Array, uploadId: string, ending: 'pdf' | 'jpg' | 'png'): string =>
  `label-${hashOf(bytes, uploadId)}.${ending}`

/** True for a name in the form of a label's name. */
export const isLabelName = (name: string): boolean => LABEL_NAME.test(name)

/** True for a name in the form of a picture's name. */
export const isPictureName = (name: string): boolean => NAME.test(name)

/** Answers the address of a picture, relative to the shop's address. */
export const pictureUrl = (name: string): string => `${PICTURE_PATH}${name}`

/** Extracts the picture name from an address of this shop; undefined for other addresses. */
export function nameInUrl(url: string): string | undefined {
  const name = url.startsWith(PICTURE_PATH) ? url.slice(PICTURE_PATH.length) : ''
  return isPictureName(name) ? name : undefined
}
