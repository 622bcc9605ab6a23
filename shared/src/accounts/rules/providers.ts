import * as z from 'zod/mini'

/** A provider by which people sign in. */
export const providerSchema = z.enum(['google', 'discord'], 'Please name google or discord')
