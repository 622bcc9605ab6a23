import * as z from 'zod/mini'

const CHAT_ID_INVALID = 'Please enter the user ID from Discord, a number of 17 to 20 digits'

/** A chat user id as typed; '' for none. Its characters cannot mention other people in a message. */
export const chatIdSchema = z.pipe(
  z.string(CHAT_ID_INVALID).check(z.refine((id) => /^[\w.#-]{0,64}$/.test(id.trim()), CHAT_ID_INVALID)),
  z.transform((id) => id.trim()),
)

/** True for an id in the form of Discord's ids. An id in another form gets a warning and is accepted. */
export const looksLikeChatId = (id: string): boolean => /^\d{17,20}$/.test(id.trim())
