import { listNoticeTroubles, NOTICE_LOG_LIMIT } from '@shop/shared/notifications/calls.ts'
import type { NoticeChannel, NoticeState } from '@shop/shared/notifications/schema.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { countWaiting } from '../notice-rows.ts'
import type { Notifications } from '../notifications.ts'
import { TOPICS, type Topic } from '../topics.ts'

type Row = {
  id: string
  channel: NoticeChannel
  target: string
  topic: Topic
  state: NoticeState
  attempts: number
  lastError: string
  createdAtMs: number
}

/** GET /admin/notifications. */
export const listNoticeTroublesCall = ({ hasBot }: Notifications) =>
  implementCall(listNoticeTroubles, async ({ platform: { db } }) => {
    const { rows } = await sql<Row>`select n.id, n.channel, coalesce(d.uid, n.target) as target, n.topic, n.state, n.attempts,
        n.last_error as "lastError", n.created_at_ms as "createdAtMs"
      from notices n left join push_subscriptions d on n.channel = 'push' and d.id = n.target
      where n.state = 'failed' or (n.state = 'waiting' and n.attempts > 0)
      order by n.created_at_ms desc, n.id limit ${NOTICE_LOG_LIMIT}`.execute(db)
    const notices = rows.map(({ topic, createdAtMs, ...row }) => ({
      ...row,
      title: TOPICS[topic].title,
      createdAt: new Date(createdAtMs).toISOString(),
    }))
    return { notices, waiting: await countWaiting(db), hasBot }
  })
