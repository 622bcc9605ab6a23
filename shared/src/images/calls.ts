import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { imageRefusals } from './errors.ts'

const { LINK_NOT_PUBLIC } = imageRefusals

/** Longest link whose page is looked at, in characters. */
const MAX_LINK = 2_000

/** What looking for the picture of a product page found. */
const foundPictureSchema = z.object({
  /** Address of the picture; null when none was found, or when the page took too long. */
  imageUrl: z.nullable(z.string()),
  /** `page`: the page names it. `retailer`: built from the product number in the link, because the page named none. */
  source: z.nullable(z.enum(['page', 'retailer'])),
  /** Why the page itself gave no picture, as a sentence; null when it did. */
  problem: z.nullable(z.string()),
})
/** What looking for the picture of a product page found. */
export type FoundPicture = z.infer<typeof foundPictureSchema>

/** Reads the product page behind a link and answers the address of its picture (spec §7 Image extraction); at most 10 seconds.
 *  Refuses LINK_NOT_PUBLIC, also when a public page leads on to one that is not. */
export const extractImageCall = defineCall({
  name: 'images.extract',
  method: 'GET',
  path: '/images/extract',
  access: 'user',
  summary: 'Reads a public product page and answers the address of its picture; a product of the large retailer has one in any case.',
  query: z.object({
    url: z
      .string('Please enter a link')
      .check(z.trim(), z.minLength(1, 'Please enter a link'), z.maxLength(MAX_LINK, `At most ${MAX_LINK} characters`)),
  }),
  output: foundPictureSchema,
  refusals: { LINK_NOT_PUBLIC },
})
