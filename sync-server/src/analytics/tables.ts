import { bigint, definePlainTable, text, withDefault } from '../platform/database/plain-table.ts'

/** Table of the totals of days. */
export const analyticsDaysTable = definePlainTable('analytics_days', {
  day: text(),
  views: withDefault(bigint()),
  visitors: withDefault(bigint()),
  new_visitors: withDefault(bigint()),
})

/** Table of the views of each page, by day. */
export const analyticsPagesTable = definePlainTable('analytics_pages', { day: text(), path: text(), views: bigint() })

/** Table of who was there, by day. */
export const analyticsDayVisitorsTable = definePlainTable('analytics_day_visitors', { day: text(), visitor: text() })

/** Table of everybody who was there. */
export const analyticsVisitorsTable = definePlainTable('analytics_visitors', { id: text(), last_seen_ms: bigint() })
