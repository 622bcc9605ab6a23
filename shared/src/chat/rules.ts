import * as z from 'zod/mini'

/** Maximum number of channels of one kind. */
export const MAX_CHANNELS = 5

const CHANNELS_INVALID = 'Please enter channel IDs from Discord, numbers of 17 to 20 digits'

/** Splits a list of channels into its distinct ids. */
export const channelIdsOf = (list: string): string[] => [...new Set(list.split(/[\s,;]+/).filter((id) => id !== ''))]

/** A typed list of Discord channel ids, separated by spaces, commas, semicolons or line breaks. Parsing separates them by single spaces. */
export const channelIdsSchema = z.pipe(
  z.string(CHANNELS_INVALID).check(
    z.maxLength(500, CHANNELS_INVALID),
    z.refine((list) => channelIdsOf(list).every((id) => /^\d{17,20}$/.test(id)), CHANNELS_INVALID),
    z.refine((list) => channelIdsOf(list).length <= MAX_CHANNELS, `At most ${MAX_CHANNELS} channels`),
  ),
  z.transform((list) => channelIdsOf(list).join(' ')),
)
