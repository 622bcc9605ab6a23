import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of pictures. */
export const imageRefusals = defineRefusals({
  /** What its first bytes say is a picture, but it cannot be decoded, or only into too many pixels. */
  PICTURE_UNREADABLE: { status: 400, message: 'This picture is damaged or too large to read. Please choose another one.' },
  /** A link that is no http(s) address of the public internet: the server looks at nothing else. */
  LINK_NOT_PUBLIC: { status: 400, message: 'This link does not lead to a public web page.' },
})
