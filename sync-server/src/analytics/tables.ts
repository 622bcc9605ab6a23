import { bigint, definePlainTable, text, withDefault } from '../platform/database/plain-table.ts'

export const analyticsDaysTable = definePlainTable('analytics_days', {
  day: text(),
  views: withDefault(bigint()),
  visitors: withDefault(bigint()),
  new_visitors: withDefault(bigint()),
})

export const analyticsPagesTable = definePlainTable('analytics_pages', { day: text(), path: text(), views: bigint() })

export const analyticsDayVisitorsTable = definePlainTable('analytics_day_visitors', { day: text(), visitor: text() })

/** The remembered visitors of all days. */
export const analyticsVisitorsTable = definePlainTable('analytics_visitors', { id: text(), last_seen_ms: bigint() })
