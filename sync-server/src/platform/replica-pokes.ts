import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './database.ts'
import type { EventHub } from './event-hub.ts'
import type { Log } from './log.ts'

const CHANNEL = 'shop_pokes'
/** PostgreSQL takes less than 8,000 bytes. */
const PAYLOAD_MAX_BYTES = 7_500
const RECONNECT_MIN_MS = 200
const RECONNECT_MAX_MS = 10_000

/** Carries pokes between the servers on one PostgreSQL: audiences, not rows, by NOTIFY after the commit. */
export class ReplicaPokes {
  private readonly origin = randomUUID()
  private client: pg.Client | undefined
  private timer: NodeJS.Timeout | undefined
  private closed = false
  private waitMs = RECONNECT_MIN_MS
  private pending: Set<string> | undefined

  constructor(
    private readonly url: string,
    private readonly db: Db,
    private readonly hub: EventHub,
    private readonly log: Log,
  ) {}

  /** Starts listening; resolves when the first attempt has ended, well or not. A broken connection is made again by itself. */
  async listen(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, keepAlive: true })
    this.client = client
    const lost = () => {
      if (this.client === client) this.reconnect()
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ payload }) => this.hear(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      this.waitMs = RECONNECT_MIN_MS
    } catch (error) {
      this.log.warn({ err: error }, 'cannot listen to the other servers')
      lost()
    }
  }

  /** Tells the other servers. Commits that come while one message is under way share the next. */
  tell(audiences: ReadonlySet<string>): void {
    if (this.pending) {
      for (const audience of audiences) this.pending.add(audience)
      return
    }
    this.pending = new Set(audiences)
    setImmediate(() => void this.send())
  }

  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.timer)
    const { client } = this
    this.client = undefined
    await client?.end().catch(() => {})
  }

  private async send(): Promise<void> {
    const audiences = [...(this.pending ?? [])]
    this.pending = undefined
    const payload = JSON.stringify({ origin: this.origin, audiences })
    const fitting =
      Buffer.byteLength(payload) <= PAYLOAD_MAX_BYTES ? payload : JSON.stringify({ origin: this.origin, audiences: ['everyone'] })
    await sql`select pg_notify(${CHANNEL}, ${fitting})`.execute(this.db).catch((error: unknown) => {
      if (!this.closed) this.log.warn({ err: error }, 'cannot tell the other servers')
    })
  }

  private hear(payload: string): void {
    const { origin, audiences } = JSON.parse(payload) as { origin: string; audiences: string[] }
    if (origin !== this.origin) this.hub.publish(new Set(audiences))
  }

  private reconnect(): void {
    this.client = undefined
    if (this.closed) return
    this.timer = setTimeout(() => {
      // what was told meanwhile went unheard: everyone looks once
      void this.listen().then(() => this.hub.publish(new Set(['everyone'])))
    }, this.waitMs)
    this.waitMs = Math.min(this.waitMs * 2, RECONNECT_MAX_MS)
  }
}
