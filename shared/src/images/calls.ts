import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { imageRefusals } from './errors.ts'

const { LINK_NOT_PUBLIC } = imageRefusals

/** Longest link to read a page from, in characters. */
const MAX_LINK = 2_000

/** Result of a search for a product page's picture. */
const foundPictureSchema = z.object({
  /** Address of the picture; null when the page has none or takes too long. */
  imageUrl: z.nullable(z.string()),
  /** `page`: named by the page; `retailer`: built from the product number in the link, because the page names none. */
  source: z.nullable(z.enum(['page', 'retailer'])),
  /** Sentence that says why the page itself gave no picture; null when it gave one. */
  problem: z.nullable(z.string()),
})
/** Result of a search for a product page's picture. */
export type FoundPicture = z.infer<typeof foundPictureSchema>

/** Reads the product page behind a link for at most 10 seconds and returns the address of its picture. Refuses LINK_NOT_PUBLIC, also when a public
 *  page redirects to an address that is not public. */
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
