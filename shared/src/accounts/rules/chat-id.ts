import * as z from 'zod/mini'

const CHAT_ID_INVALID = 'Please enter the user ID from Discord, a number of 17 to 20 digits'

/** A chat user id as a person types it: '' for none. Nothing in it can address anybody else when it is written into a message. */
export const chatIdSchema = z.pipe(
  z.string(CHAT_ID_INVALID).check(z.refine((id) => /^[\w.#-]{0,64}$/.test(id.trim()), CHAT_ID_INVALID)),
  z.transform((id) => id.trim()),
)

/** Whether this has the form of Discord's ids. Others are kept: a person is warned, not refused. */
export const looksLikeChatId = (id: string): boolean => /^\d{17,20}$/.test(id.trim())
