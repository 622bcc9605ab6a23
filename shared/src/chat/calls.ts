import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { chatRefusals } from './errors.ts'

/** Result of a test message to one channel. */
export const channelResultSchema = z.object({
  channelId: z.string(),
  success: z.boolean(),
  /** Reason of the failure; absent when the message was delivered. */
  error: z.optional(z.string()),
})
/** Result of a test message to one channel. */
export type ChannelResult = z.infer<typeof channelResultSchema>

/** Sends a test message to every channel in the settings. `success`: true when there is a channel and every channel accepted the message. */
export const testNotificationsCall = defineCall({
  name: 'chat.testNotifications',
  method: 'POST',
  path: '/auth/discord/test-notifications',
  access: 'admin',
  summary: 'Sends a test message to each Discord channel in the settings and reports the results.',
  output: z.object({
    success: z.boolean(),
    results: z.object({ sales: z.array(channelResultSchema), payouts: z.array(channelResultSchema) }),
  }),
  refusals: { ...chatRefusals },
})
