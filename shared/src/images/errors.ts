import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of pictures. */
export const imageRefusals = defineRefusals({
  /** What its first bytes say is a picture, but it cannot be decoded, or only into too many pixels. */
  PICTURE_UNREADABLE: { status: 400, message: 'This picture is damaged or too large to read. Please choose another one.' },
})
