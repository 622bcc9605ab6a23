import { extractImageCall } from '@shop/shared/images/calls.ts'
import { type CallImplementation, implementCall } from '../platform/http/implement-call.ts'
import type { PictureFinder } from './extract/picture-finder.ts'

/** GET /images/extract. */
export const handleExtractImage = (finder: PictureFinder) =>
  implementCall(extractImageCall, ({ query, actor }) => finder.find(query.url, actor.uid))

export const imagesCalls = ({ pictureFinder }: { pictureFinder: PictureFinder }): readonly CallImplementation[] => [
  handleExtractImage(pictureFinder),
]
