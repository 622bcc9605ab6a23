import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of pictures. */
export const imageRefusals = defineRefusals({
  /** The file begins like a picture, but it cannot be decoded or has too many pixels. */
  PICTURE_UNREADABLE: { status: 400, message: 'This picture is damaged or too large to read. Please choose another one.' },
  /** The link is no http(s) address on the public internet. */
  LINK_NOT_PUBLIC: { status: 400, message: 'This link does not lead to a public web page.' },
  IMAGE_THERE: { status: 409, message: 'This item has a picture already.' },
})
