import { oneLine } from '@shop/shared/kernel/text.ts'
import { NOTICE_MAX_ATTEMPTS, NOTICE_MAX_LINE, NOTICE_MAX_LINES } from '@shop/shared/notifications/schema.ts'
import type { Effect } from '../platform/commands/command-tx.ts'
import { NEWS, NEWS_WAITS_SECONDS } from './news.ts'
import type { News } from './topics.ts'

/** The job that finds the recipients of news. */
export const TELL_JOB = 'notifications.tell'

/** News whose recipients the job has to find. `lineCount` is the total number of lines; `lines` contains the first of them. */
export type TellPayload = {
  readonly commandId: string
  /** Time of the event, by the command's clock. */
  readonly atMs: number
  /** The person as whose work the command counts. News for all admins does not go to this person. */
  readonly byUid: string
  readonly news: readonly (News & { readonly lineCount: number })[]
}

/** Effects of the commands that make news. Each effect adds at most one job in the command's transaction, so that a sale waits only for that row (law
 *  *Effects*). */
export const notificationEffects: Readonly<Record<string, Effect>> = Object.fromEntries(
  Object.entries(NEWS).map(([command, newsOf]): [string, Effect] => [
    command,
    (_args, { commandId, nowMs, actor, writes }) => {
      const news = newsOf({ writes }).map((one) => ({
        ...one,
        lineCount: one.lines.length,
        lines: one.lines.slice(0, NOTICE_MAX_LINES).map(shortLine),
      }))
      if (news.length === 0) return []
      const payload: TellPayload = { commandId, atMs: nowMs, byUid: actor.uid, news }
      return [{ kind: TELL_JOB, payload, maxAttempts: NOTICE_MAX_ATTEMPTS, inSeconds: NEWS_WAITS_SECONDS[command] ?? 0 }]
    },
  ]),
)

function shortLine(text: string): string {
  const plain = oneLine(text).toWellFormed()
  const letters = [...plain]
  return letters.length <= NOTICE_MAX_LINE ? plain : `${letters.slice(0, NOTICE_MAX_LINE - 1).join('')}…`
}
