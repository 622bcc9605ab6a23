import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { imageRefusals } from './errors.ts'

const { LINK_NOT_PUBLIC } = imageRefusals

/** Maximum length of a link, in characters. */
const MAX_LINK = 2_000

/** Result of a search for a product page's picture. */
const foundPictureSchema = z.object({
  /** Address of the picture; null when none was found. */
  imageUrl: z.nullable(z.string()),
  /** `page`: the page names the picture. `retailer`: the address is built from the product number in the link. */
  source: z.nullable(z.enum(['page', 'retailer'])),
  /** Sentence that says why the page gave no picture; null when the page gave one. */
  problem: z.nullable(z.string()),
})
/** Result of a search for a product page's picture. */
export type FoundPicture = z.infer<typeof foundPictureSchema>

/** Reads the product page at a link and returns the address of its picture. Refuses LINK_NOT_PUBLIC, also when the page redirects to an address that
 *  is not public. */
export const extractImageCall = defineCall({
  name: 'images.extract',
  method: 'GET',
  path: '/images/extract',
  access: 'user',
  summary: 'Reads a public product page and returns the address of its picture. For a product of the large retailer, there always is one.',
  query: z.object({
    url: z
      .string('Please enter a link')
      .check(z.trim(), z.minLength(1, 'Please enter a link'), z.maxLength(MAX_LINK, `At most ${MAX_LINK} characters`)),
  }),
  output: foundPictureSchema,
  refusals: { LINK_NOT_PUBLIC },
})
