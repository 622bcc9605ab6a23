import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { chatRefusals } from './errors.ts'

/** What became of a test message to one channel. */
export const channelResultSchema = z.object({
  channelId: z.string(),
  success: z.boolean(),
  /** Why it was not delivered; absent when it was. */
  error: z.optional(z.string()),
})
/** What became of a test message to one channel. */
export type ChannelResult = z.infer<typeof channelResultSchema>

/** Sends a test message to every channel of the settings. `success`: there is a channel, and each took it. */
export const testNotificationsCall = defineCall({
  name: 'chat.testNotifications',
  method: 'POST',
  path: '/auth/discord/test-notifications',
  access: 'admin',
  summary: 'Sends a test message to each Discord channel of the settings and says what became of it.',
  output: z.object({
    success: z.boolean(),
    results: z.object({ sales: z.array(channelResultSchema), payouts: z.array(channelResultSchema) }),
  }),
  refusals: { ...chatRefusals },
})
