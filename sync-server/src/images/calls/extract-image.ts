import { extractImage } from '@shop/shared/images/calls.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { PictureFinder } from '../extract/picture-finder.ts'

/** GET /images/extract. */
export const extractImageCall = (finder: PictureFinder) =>
  implementCall(extractImage, ({ query, actor }) => finder.find(query.url, actor.uid))
