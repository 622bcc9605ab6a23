import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Database } from '../database/database.ts'
import { PEOPLE_CHANNEL } from '../database/people-channel.ts'
import type { Log } from '../kernel/log.ts'
import type { EventHub } from './event-hub.ts'

const CHANNEL = 'shop_pokes'
/** Maximum bytes of a message. PostgreSQL's limit is just below 8,000. */
const PAYLOAD_MAX_BYTES = 7_500
const RECONNECT_MIN_MS = 200
const RECONNECT_MAX_MS = 10_000

/** A message between servers: the audiences of a commit, and its transaction id (0 without a standby). */
type Message = { readonly origin: string; readonly audiences: readonly string[]; readonly xid: number }

/** Sends pokes between the servers on one PostgreSQL, by a NOTIFY after the commit. The message contains audiences, but no rows. */
export class ReplicaPokes {
  private readonly origin = randomUUID()
  private client: pg.Client | undefined
  private timer: NodeJS.Timeout | undefined
  private closed = false
  private waitMs = RECONNECT_MIN_MS
  private pending: { readonly audiences: Set<string>; xid: number } | undefined

  constructor(
    private readonly url: string,
    private readonly database: Pick<Database, 'db' | 'standby'>,
    private readonly hub: EventHub,
    private readonly log: Log,
  ) {}

  /** Starts to listen. Resolves after the first attempt, successful or not. A broken connection is restored automatically. */
  async listen(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, keepAlive: true })
    this.client = client
    const lost = () => {
      if (this.client === client) this.reconnect()
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ channel, payload = '' }) => this.hear(channel, payload))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      await client.query(`listen ${PEOPLE_CHANNEL}`)
      await this.noteUnheard(client)
      this.waitMs = RECONNECT_MIN_MS
    } catch (error) {
      this.log.warn({ err: error }, 'cannot listen to the other servers')
      lost()
    }
  }

  /** Tells the other servers about a commit. Later commits join the message until it is sent. */
  tell(audiences: ReadonlySet<string>, xid: number): void {
    if (this.pending) {
      for (const audience of audiences) this.pending.audiences.add(audience)
      this.pending.xid = Math.max(this.pending.xid, xid)
      return
    }
    this.pending = { audiences: new Set(audiences), xid }
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
    const { audiences = new Set<string>(), xid = 0 } = this.pending ?? {}
    this.pending = undefined
    const message = (to: readonly string[]) => JSON.stringify({ origin: this.origin, audiences: to, xid } satisfies Message)
    const whole = message([...audiences])
    const fitting = Buffer.byteLength(whole) <= PAYLOAD_MAX_BYTES ? whole : message(['everyone'])
    const telling = this.database.db.selectNoFrom(({ fn, val }) => fn('pg_notify', [val(CHANNEL), val(fitting)]).as('told'))
    await telling.execute().catch((error: unknown) => {
      if (!this.closed) this.log.warn({ err: error }, 'cannot poke the clients of the other servers')
    })
  }

  private hear(channel: string, payload: string): void {
    if (channel === PEOPLE_CHANNEL) return void this.hub.accessChanged(payload)
    const { origin, audiences, xid = 0 } = JSON.parse(payload) as Message
    if (origin === this.origin) return
    const told = new Set(audiences)
    this.database.standby?.newest.note(told, xid)
    this.hub.publish(told)
  }

  /** Treats all commits so far as poked to everyone, because this server may have missed messages while it did not listen. */
  private async noteUnheard(client: pg.Client): Promise<void> {
    if (!this.database.standby) return
    const { rows } = await client.query<{ xmax: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as xmax')
    this.database.standby.newest.note(new Set(['everyone']), Number(rows[0]?.xmax) - 1)
  }

  private reconnect(): void {
    this.client = undefined
    if (this.closed) return
    this.timer = setTimeout(() => {
      // messages may have been lost, so every stream is checked and every client is poked once
      void this.listen().then(() => {
        void this.hub.accessChanged(null)
        this.hub.publish(new Set(['everyone']))
      })
    }, this.waitMs)
    this.waitMs = Math.min(this.waitMs * 2, RECONNECT_MAX_MS)
  }
}
