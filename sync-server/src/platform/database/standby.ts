import type pg from 'pg'
import type { Log } from '../kernel/log.ts'
import { NewestCommits } from './newest-commits.ts'
import { failureKind } from './sql-errors.ts'

/** Pause after a failure of the standby. */
const PAUSE_MS = 30_000
/** Time without an answer after which the standby counts as dead, although its connection is open. */
const PATIENCE_MS = 5_000

/** Connections to a standby. `cut` ends them at once. */
export type Connections<Db> = { readonly db: Db; readonly cut: () => void }

/** A hot standby that serves pulls while it keeps up and answers. */
export class Standby<Db> {
  /** Newest commits that readers were poked about, and that their next pull must show. */
  readonly newest = new NewestCommits()
  private connections: Connections<Db> | undefined
  private pausedUntilMs = 0

  constructor(
    private readonly connect: () => Connections<Db>,
    private readonly log: Log,
    private readonly times: { readonly pauseMs: number; readonly patienceMs: number } = { pauseMs: PAUSE_MS, patienceMs: PATIENCE_MS },
  ) {}

  /** Runs work on the standby; undefined when the primary has to do it. */
  async ask<T>(work: (db: Db) => Promise<T>): Promise<T | undefined> {
    if (performance.now() < this.pausedUntilMs) return undefined
    this.connections ??= this.connect()
    const asked = this.connections
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('the standby is silent')), this.times.patienceMs)
    })
    try {
      return await Promise.race([work(asked.db), silence])
    } catch (error) {
      this.failed(asked, error)
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }

  close(): void {
    this.pausedUntilMs = Number.POSITIVE_INFINITY
    this.connections?.cut()
    this.connections = undefined
  }

  /** Ends these connections and pauses the standby, unless the replay merely cancelled the read. */
  private failed(asked: Connections<Db>, error: unknown): void {
    if (failureKind(error) === 'repeat' || this.connections !== asked) return
    this.connections = undefined
    this.pausedUntilMs = performance.now() + this.times.pauseMs
    this.log.warn({ err: error }, 'the standby does not serve; the primary answers its pulls for a while')
    asked.cut()
  }
}

/** Open sockets of a pool, so that they can be cut when a silent standby does not end them. */
export class OpenSockets {
  private readonly sockets = new Set<{ destroy(): unknown }>()

  constructor(pool: pg.Pool) {
    pool.on('connect', (client) => {
      const { stream } = (client as unknown as { connection: { stream: { destroy(): unknown } } }).connection
      this.sockets.add(stream)
      client.once('end', () => this.sockets.delete(stream))
    })
  }

  destroy(): void {
    for (const socket of this.sockets) socket.destroy()
    this.sockets.clear()
  }
}
