import { oneLine, unturned } from '@shop/shared/kernel/text.ts'
import { NOTICE_MAX_LINES } from '@shop/shared/notifications/schema.ts'
import type { ClaimedNotice } from './notice-rows.ts'
import { TOPICS, type Topic } from './topics.ts'

/** The content of one message. Each channel renders it in a different form. */
export type Message = {
  readonly id: string
  readonly title: string
  /** The first lines, at most NOTICE_MAX_LINES. */
  readonly lines: readonly string[]
  /** Number of further lines that the message does not contain. */
  readonly moreCount: number
  /** The path in the app that a tap opens. */
  readonly path: string
}

/** Combines the notices that wait for one reader into one message. */
export function messageOf(id: string, notices: readonly Pick<ClaimedNotice, 'topic' | 'lines' | 'lineCount'>[]): Message {
  const topics = [...new Set(notices.map(({ topic }) => topic))]
  const countOf = (topic: Topic) => notices.reduce((sum, notice) => sum + (notice.topic === topic ? notice.lineCount : 0), 0)
  const titleOf = (topic: Topic) => (countOf(topic) === 1 ? TOPICS[topic].title : TOPICS[topic].many(countOf(topic)))
  const isMixed = topics.length > 1
  const lines = notices.flatMap(({ topic, lines: own }) =>
    // a name with line breaks or bidirectional controls could make the message claim a sale that never happened
    own.map((line) => unturned(oneLine(line))).map((line) => (isMixed ? `${TOPICS[topic].title.replace('!', '')}: ${line}` : line)),
  )
  const shown = lines.slice(0, NOTICE_MAX_LINES)
  return {
    id,
    title: topics.map(titleOf).join(' · '),
    lines: shown,
    moreCount: notices.reduce((sum, { lineCount }) => sum + lineCount, 0) - shown.length,
    path: TOPICS[topics[0] ?? 'sold'].path,
  }
}

/** Lists the lines, and the number of further lines at the end. */
export const allLines = ({ lines, moreCount }: Message): string[] => (moreCount === 0 ? [...lines] : [...lines, `… and ${moreCount} more`])
