import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ArgsOf } from '@shop/shared/kernel/define-command.ts'
import type { WireRow } from '@shop/shared/kernel/wire.ts'
import { completePosSale } from '@shop/shared/sales/commands/complete-pos-sale.ts'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { SyncEngine } from '../src/sync/engine/engine.ts'
import { startSyncing } from '../src/sync/engine/sync-loop.ts'
import { gunzipText } from '../src/sync/ports/gzip.ts'
import { httpServer } from '../src/sync/ports/http-server.ts'
import { IndexedDbDatabase } from '../src/sync/ports/indexed-db.ts'
import { MemoryChannels, MemoryLocks } from '../src/sync/ports/memory-ports.ts'
import type { Clock } from '../src/sync/ports/ports.ts'
import { doingOf, putReceiptNumber } from './doings.ts'

const LOOK_MS = 100
const PATIENCE_MS = 90_000

const clockOf = (nowMs: () => number): Clock => ({
  nowMs,
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs)
    return () => clearTimeout(timer)
  },
  random: (bytes) => new Uint8Array(randomBytes(bytes)),
})

/** Owner and server of a tablet. `indexedDB`: its stored data, if it has any. */
export type TabletSetting = {
  readonly origin: string
  readonly uid: string
  readonly token: string
  readonly role?: 'admin' | 'user'
  readonly indexedDB?: IDBFactory
  readonly nowMs?: () => number
}

/** A tablet in real time, by default an admin's. It runs the product's engine on IndexedDB and over HTTP. */
export class Tablet {
  /** Sales that the screen confirmed as saved. */
  readonly promised: string[] = []
  private constructor(
    readonly engine: SyncEngine,
    readonly uid: string,
    private readonly session: { token: string },
  ) {}

  static async open(setting: TabletSetting): Promise<Tablet> {
    const { origin, uid, token, role = 'admin', indexedDB = new IDBFactory(), nowMs = Date.now } = setting
    const session = { token }
    const ports = {
      database: new IndexedDbDatabase(`consign-${uid}`, { indexedDB, IDBKeyRange }),
      server: httpServer({ token: async () => session.token, origin }),
      lock: new MemoryLocks().portFor(),
      channel: new MemoryChannels().port(),
      clock: clockOf(nowMs),
      gunzip: gunzipText,
      log: () => undefined,
    }
    const engine = await SyncEngine.open(ports, { uid, actor: () => ({ uid, role, wasAdmin: false }) })
    startSyncing(engine)
    return new Tablet(engine, uid, session)
  }

  /** Signs the same person in again, once the tablet asks for it. */
  async signInAgain(token: string): Promise<void> {
    const giveUpAt = performance.now() + PATIENCE_MS
    while (!this.engine.board.status.get().signInNeeded) {
      if (performance.now() > giveUpAt) throw new Error('the tablet does not ask for a sign-in')
      await this.engine.syncNow()
      await sleep(LOOK_MS)
    }
    this.session.token = token
  }

  /** Sells one piece each of two items, the `nth` and the next. */
  async sell(nth: number): Promise<void> {
    const goods = [nth, nth + 1].map((of) => ({ nth: of, quantity: 1, priceCents: 1_000 + of }))
    const doing = doingOf({ do: 'sell', device: 0, tab: 0, isDoubleTap: false, goods }, this.engine, {
      admins: [this.uid, this.uid],
      consignors: [],
      earlier: [],
    })
    if (doing?.command !== completePosSale) throw new Error('no visible item to sell')
    const args = doing.args as ArgsOf<typeof completePosSale>
    await this.engine.run(completePosSale, args, { putReceiptNumber })
    this.promised.push(args.saleId)
  }

  /** Syncs until nothing is pending. */
  async comeUpToDate(): Promise<void> {
    const giveUpAt = performance.now() + PATIENCE_MS
    do {
      if (performance.now() > giveUpAt)
        throw new Error(`the tablet does not come up to date: ${JSON.stringify(this.engine.board.status.get())}`)
      await this.engine.syncNow()
      await sleep(LOOK_MS)
    } while (this.engine.replica.entries.length > 0 || !this.engine.board.status.get().online)
  }

  /** The rows from the server, without the effects of pending commands. */
  rows(collection: string): ReadonlyMap<string, WireRow> {
    return new Map((this.engine.replica.rows.of(collection).all() as readonly WireRow[]).map((row) => [row.id, row]))
  }
}
