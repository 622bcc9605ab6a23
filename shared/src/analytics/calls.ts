import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { MAX_SENT_PATH, SESSION_ID } from './rules.ts'

/** Number of days and pages in the statistics. */
export const STATS = { days: 30, pages: 10 } as const

/** Counts a visit to a page. */
export const trackVisitCall = defineCall({
  name: 'analytics.trackVisit',
  method: 'POST',
  path: '/analytics/track',
  access: 'public',
  summary:
    'Counts a visit. Under Do-Not-Track or Global Privacy Control, drops its session id. Skips known bots, and skips admins unless the settings count them.',
  body: z.object({
    /** Id that this browser made; absent when its user wants no tracking. */
    sessionId: z.nullish(
      z
        .string()
        .check(
          z.minLength(SESSION_ID.minLength, `At least ${SESSION_ID.minLength} characters`),
          z.maxLength(SESSION_ID.maxLength, `At most ${SESSION_ID.maxLength} characters`),
        ),
    ),
    /** Address of the page within the shop. */
    path: z.string().check(z.maxLength(MAX_SENT_PATH, `At most ${MAX_SENT_PATH} characters`), z.startsWith('/', 'Begins with a slash')),
  }),
  output: z.object({
    /** True when the visit counts. */
    counted: z.boolean(),
  }),
})

/** Gets the numbers of visitors and of page views. */
export const getStatsCall = defineCall({
  name: 'analytics.getStats',
  method: 'GET',
  path: '/analytics/stats',
  access: 'admin',
  cost: 'search',
  summary: `Counts the shop’s visitors now, today (in the shop’s time zone) and in all, with the last ${STATS.days} days and their ${STATS.pages} most visited pages.`,
  output: z.object({
    /** Visitors of the last minutes. */
    activeNow: z.int(),
    todayVisitors: z.int(),
    todayViews: z.int(),
    totalVisitors: z.int(),
    totalViews: z.int(),
    /** Every day, oldest first, today last. */
    days: z.array(z.object({ date: z.string(), visitors: z.int(), views: z.int() })),
    /** The most visited pages of these days. */
    topPages: z.array(z.object({ path: z.string(), views: z.int() })),
  }),
})
/** The figures of the visitor analytics. */
export type Stats = z.infer<typeof getStatsCall.output>
