import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { MAX_SENT_PATH, SESSION_ID } from './rules.ts'

/** Days and pages that the statistics tell apart. */
export const STATS = { days: 30, pages: 10 } as const

/** Notes that somebody looks at a page (spec §1, §7). */
export const trackVisitCall = defineCall({
  name: 'analytics.trackVisit',
  method: 'POST',
  path: '/analytics/track',
  access: 'public',
  summary:
    'Counts a visit. With Do-Not-Track or Global Privacy Control it is counted without its session; known bots are not counted, nor are admins unless the settings say so.',
  body: z.object({
    /** Of this browser, made by itself; absent where its user wants no tracking. */
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
    /** Whether it counts. */
    counted: z.boolean(),
  }),
})

/** How many came, and where they looked (spec §3 Analytics). */
export const getStatsCall = defineCall({
  name: 'analytics.getStats',
  method: 'GET',
  path: '/analytics/stats',
  access: 'admin',
  summary: `Answers how many visit the shop now, today (in the shop’s time zone) and in all, with the last ${STATS.days} days and their ${STATS.pages} most visited pages.`,
  output: z.object({
    /** Visitors seen in the last minutes. */
    activeNow: z.int(),
    todayVisitors: z.int(),
    todayViews: z.int(),
    totalVisitors: z.int(),
    totalViews: z.int(),
    /** Day by day, oldest first, today last; days without visits too. */
    days: z.array(z.object({ date: z.string(), visitors: z.int(), views: z.int() })),
    /** The pages most looked at in these days. */
    topPages: z.array(z.object({ path: z.string(), views: z.int() })),
  }),
})
/** The figures of the visitor analytics. */
export type Stats = z.infer<typeof getStatsCall.output>
