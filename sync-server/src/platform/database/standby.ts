import type pg from 'pg'
import type { Log } from '../kernel/log.ts'
import { NewestCommits } from './newest-commits.ts'
import { failureKind } from './sql-errors.ts'

/** Milliseconds for which the standby is not asked after a failure. */
const PAUSE_MS = 30_000
/** Milliseconds without an answer after which the standby counts as dead, although its connection is open. */
const PATIENCE_MS = 5_000

/** Connections to a standby. `cut` ends them at once. */
export type Connections<Db> = { readonly db: Db; readonly cut: () => void }

/** A hot standby that serves pulls while it keeps up and answers. */
export class Standby<Db> {
  /** The newest commits about which readers were poked. The next pull of these readers must show these commits. */
  readonly newest = new NewestCommits()
  private connections: Connections<Db> | undefined
  private pausedUntilMs = 0

  constructor(
    private readonly connect: () => Connections<Db>,
    private readonly log: Log,
    private readonly times: { readonly pauseMs: number; readonly patienceMs: number } = { pauseMs: PAUSE_MS, patienceMs: PATIENCE_MS },
  ) {}

  /** Runs a read on the standby. Answers undefined when the primary has to run the read. */
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

  /** Ends these connections and pauses the standby. Does nothing if the standby's replay cancelled the read, or if other connections are used by
   *  now. */
  private failed(asked: Connections<Db>, error: unknown): void {
    if (failureKind(error) === 'repeat' || this.connections !== asked) return
    this.connections = undefined
    this.pausedUntilMs = performance.now() + this.times.pauseMs
    this.log.warn({ err: error }, 'the standby does not serve; the primary answers its pulls for a while')
    asked.cut()
  }
}

/** The open sockets of a pool, so that they can be cut when a silent standby does not end them. */
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
