import { createHash } from 'node:crypto'
import { countedPath } from '@shop/shared/analytics/rules.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { Counter } from 'prom-client'
import { AddressLimiter } from '../platform/http/rate-limiter.ts'
import { DAY_SECONDS, secondsUntilNight } from '../platform/jobs/housekeeping.ts'
import { scheduleJob } from '../platform/jobs/job-store.ts'
import type { Platform } from '../platform/platform.ts'
import { isKnownBot } from './bots.ts'
import { addVisits, forgetOld, readShop, readStats, type Visit } from './visit-store.ts'

const FORGET_JOB = 'analytics.forgetOld'
/** Maximum milliseconds that a visit waits before its batch is written to the database. */
const HOLD_MS = 3_000
/** Number of visits that fill a batch. A full batch is written at once. */
const BATCH = 500
/** Maximum number of visits in memory. While the database is away, visits beyond that are not counted. */
export const MAX_HELD = 5_000
/** Number of visits of one address, at once and per minute. A whole shop may share an address. */
export const VISITS_PER_MINUTE = 300
/** Number of new browsers of one address, at once and per minute. Beyond that a visit counts without its visitor. */
export const NEW_VISITORS = { atOnce: 60, perMinute: 5 } as const
/** Maximum number of visitors that are remembered, so that only new visitors are limited. */
const MAX_REMEMBERED = 50_000

type Parts = { readonly whoAsks: (request: Request) => Promise<Actor | null> }

type Sent = {
  readonly request: Request
  readonly address: string
  readonly sessionId?: string | null | undefined
  readonly path: string
}

/** Counts visits. Collects them in memory for some seconds and writes them together, so that a single visit costs the database nothing. */
export class Analytics {
  private held: Visit[] = []
  private timer: NodeJS.Timeout | undefined
  private writing: Promise<void> | undefined
  private readonly visits = new AddressLimiter(VISITS_PER_MINUTE, VISITS_PER_MINUTE)
  private readonly newcomers = new AddressLimiter(NEW_VISITORS.atOnce, NEW_VISITORS.perMinute)
  private readonly remembered = new Set<string>()
  private readonly dropped: Counter

  constructor(
    private readonly platform: Platform,
    private readonly parts: Parts,
  ) {
    const registers = [platform.metrics.registry]
    this.dropped =
      (platform.metrics.registry.getSingleMetric('shop_visits_dropped_total') as Counter | undefined) ??
      new Counter({ name: 'shop_visits_dropped_total', help: 'Visits not counted because too many were waiting', registers })
  }

  /** Counts a visit of an address and answers 0. Beyond the limit, answers the seconds to wait. */
  limit(address: string): number {
    return this.visits.take(address)
  }

  /** Counts a visit, but not of a bot or an excluded admin. Answers true if the visit counts. */
  async track({ request, address, sessionId, path }: Sent): Promise<boolean> {
    const { headers } = request
    if (isKnownBot(headers.get('user-agent')) || (await this.isLeftOut(request))) return false
    if (this.held.length >= MAX_HELD) {
      this.dropped.inc()
      return false
    }
    const isPrivate = headers.get('dnt') === '1' || headers.get('sec-gpc') === '1'
    const visitor = isPrivate || !sessionId ? null : this.visitorOf(sessionId, address)
    this.held.push({ visitor, path: countedPath(path), atMs: this.platform.nowMs() })
    this.plan(this.held.length >= BATCH ? 0 : HOLD_MS)
    return true
  }

  /** Reads the figures, including the visits still in memory. */
  async stats() {
    await this.write()
    return readStats(this.platform.db, this.platform.nowMs())
  }

  /** Writes the visits in memory before the server stops. */
  async close(): Promise<void> {
    clearTimeout(this.timer)
    await this.write()
    clearTimeout(this.timer)
  }

  /** True for an admin whose visits do not count. */
  private async isLeftOut(request: Request): Promise<boolean> {
    if (!request.headers.has('authorization')) return false
    const actor = await this.parts.whoAsks(request)
    return actor?.role === 'admin' && !(await readShop(this.platform.db)).countsAdmins
  }

  /** Hashes a session id, so that the database cannot identify its browser. Null when the address has too many new browsers. */
  private visitorOf(sessionId: string, address: string): string | null {
    const visitor = createHash('sha256').update(`visitor ${sessionId}`).digest('base64url').slice(0, 22)
    const isKnown = this.remembered.delete(visitor)
    if (!isKnown && this.newcomers.take(address) > 0) return null
    // it was deleted above and is added again, so that the set stays in the order of last use
    this.remembered.add(visitor)
    if (this.remembered.size > MAX_REMEMBERED) this.remembered.delete(this.remembered.values().next().value as string)
    return visitor
  }

  private plan(waitMs: number): void {
    if (waitMs > 0 && this.timer) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.write(), waitMs)
    this.timer.unref()
  }

  /** Writes one batch after another. Keeps visits that cannot be written, if there is room. */
  private async write(): Promise<void> {
    while (this.writing) await this.writing
    if (this.held.length === 0) return
    this.writing = this.writeHeld().finally(() => {
      this.writing = undefined
    })
    await this.writing
  }

  private async writeHeld(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    const batch = this.held
    this.held = []
    try {
      await this.platform.transaction((tx) => addVisits(tx, batch))
    } catch (error) {
      this.platform.log.warn({ err: error, visits: batch.length }, 'visits cannot be written at present')
      const room = Math.max(0, MAX_HELD - batch.length)
      this.dropped.inc(Math.max(0, this.held.length - room))
      this.held = [...batch, ...this.held.slice(0, room)]
      this.plan(HOLD_MS)
    }
  }
}

/** Opens the visitor analytics. A nightly job deletes old visits. */
export async function openAnalytics(platform: Platform, parts: Parts): Promise<Analytics> {
  platform.jobs.handle(FORGET_JOB, () => platform.transaction((tx) => forgetOld(tx, platform.nowMs())))
  await scheduleJob(platform.db, FORGET_JOB, DAY_SECONDS, secondsUntilNight(new Date()) + 240)
  return new Analytics(platform, parts)
}
