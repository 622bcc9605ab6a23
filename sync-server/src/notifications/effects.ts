import { NOTICE_MAX_ATTEMPTS, NOTICE_MAX_LINE, NOTICE_MAX_LINES } from '@shop/shared/notifications/schema.ts'
import type { Effect } from '../platform/commands/command-tx.ts'
import { NEWS } from './news.ts'
import type { News } from './topics.ts'

/** The kind of job that works out who is told. */
export const TELL_JOB = 'notifications.tell'

/** News on its way to whoever is told. `lineCount`: lines there were; `lines` are the first of them. */
export type TellPayload = {
  readonly commandId: string
  /** When it happened, by the command's clock. */
  readonly atMs: number
  /** Who did it, and need not be told. */
  readonly byUid: string
  readonly news: readonly (News & { readonly lineCount: number })[]
}

/** Commands that are told of, as the platform's effects: one job each, written in the command's own transaction. A sale waits for nothing more than that row. */
export const notificationEffects: Readonly<Record<string, Effect>> = Object.fromEntries(
  Object.entries(NEWS).map(([command, newsOf]): [string, Effect] => [
    command,
    (_args, { commandId, nowMs, actor, writes }) => {
      const news = newsOf({ writes }).map((one) => ({
        ...one,
        lineCount: one.lines.length,
        lines: one.lines.slice(0, NOTICE_MAX_LINES).map(oneLine),
      }))
      if (news.length === 0) return []
      const payload: TellPayload = { commandId, atMs: nowMs, byUid: actor.uid, news }
      return [{ kind: TELL_JOB, payload, maxAttempts: NOTICE_MAX_ATTEMPTS }]
    },
  ]),
)

/** A line without line breaks and control characters, and not longer than a line. */
function oneLine(text: string): string {
  const plain = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .toWellFormed()
  const letters = [...plain]
  return letters.length <= NOTICE_MAX_LINE ? plain : `${letters.slice(0, NOTICE_MAX_LINE - 1).join('')}…`
}
