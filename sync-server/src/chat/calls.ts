import { randomBytes } from 'node:crypto'
import { type ChannelResult, testNotificationsCall } from '@shop/shared/chat/calls.ts'
import { chatRefusals } from '@shop/shared/chat/errors.ts'
import { channelIdsOf } from '@shop/shared/chat/rules.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { type CallImplementation, implementCall } from '../platform/http/implement-call.ts'
import { RateLimiter } from '../platform/http/rate-limiter.ts'
import { TooMany } from '../platform/kernel/too-many.ts'
import { Undelivered } from '../platform/kernel/undelivered.ts'
import type { Bot } from './bot.ts'
import { discordText } from './discord-text.ts'

/** POST /auth/discord/test-notifications. */
export const handleTestNotifications = (bot: Bot | undefined) => {
  const tests = new RateLimiter(10, 10)
  return implementCall(testNotificationsCall, async ({ platform }) => {
    if (!bot) throw refusal(chatRefusals, 'BOT_MISSING')
    const waitSeconds = tests.take('all')
    if (waitSeconds > 0) throw new TooMany('TOO_MANY_TESTS', chatRefusals.TOO_MANY_TESTS.message, waitSeconds)
    const settings = platform.db.selectFrom('settings').select(['discord_sales_channels as sales', 'discord_payout_channels as payouts'])
    const channels = await settings.limit(1).executeTakeFirst()
    const test = async (channelId: string, about: string): Promise<ChannelResult> => {
      try {
        const text = discordText('Test message', [`This channel receives messages about ${about}.`])
        await bot.post(`channel:${channelId}`, text, randomBytes(16).toString('base64url'))
        return { channelId, success: true }
      } catch (error) {
        if (!(error instanceof Undelivered)) throw error
        return { channelId, success: false, error: error.message }
      }
    }
    const testAll = (list: string, about: string) => Promise.all(channelIdsOf(list).map((id) => test(id, about)))
    const [sales, payouts] = await Promise.all([testAll(channels?.sales ?? '', 'sales'), testAll(channels?.payouts ?? '', 'payouts')])
    const all = [...sales, ...payouts]
    return { success: all.length > 0 && all.every(({ success }) => success), results: { sales, payouts } }
  })
}

export const chatCalls = ({ bot }: { bot: Bot | undefined }): readonly CallImplementation[] => [handleTestNotifications(bot)]
