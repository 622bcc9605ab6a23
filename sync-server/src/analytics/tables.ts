import { bigint, definePlainTable, text, withDefault } from '../platform/database/plain-table.ts'

/** Totals by day. */
export const analyticsDaysTable = definePlainTable('analytics_days', {
  day: text(),
  views: withDefault(bigint()),
  visitors: withDefault(bigint()),
  new_visitors: withDefault(bigint()),
})

/** Views by page and day. */
export const analyticsPagesTable = definePlainTable('analytics_pages', { day: text(), path: text(), views: bigint() })

/** Visitors by day. */
export const analyticsDayVisitorsTable = definePlainTable('analytics_day_visitors', { day: text(), visitor: text() })

/** All visitors that are remembered. */
export const analyticsVisitorsTable = definePlainTable('analytics_visitors', { id: text(), last_seen_ms: bigint() })
