import { users } from '@shop/shared/accounts/schema.ts'
import { defineCollection } from '@shop/shared/kernel/define-collection.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { byId, defineCommand } from '@shop/shared/kernel/define-command.ts'
import { defineRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import * as z from 'zod/mini'
import { ModelServer, type Release } from '../../../simulation/model-server.ts'
import { type EngineOptions, SyncEngine } from '../engine/engine.ts'
import { gunzipText } from '../ports/gzip.ts'
import { MemoryDatabase, MemoryDisk } from '../ports/memory-database.ts'
import { MemoryChannels, MemoryLocks } from '../ports/memory-ports.ts'
import { type Clock, type Database, type Ports, type Server, ServerProblem } from '../ports/ports.ts'
import { openSealedPart } from './sealing.ts'

/** A small domain of our own: notes with a counter, so that doubled and lost work shows. */
export const noteSchema = z.object({ id: z.string(), tag: z.string(), count: z.int() })
export const notes = defineCollection({
  name: 'notes',
  schema: noteSchema,
  indexes: ['tag'],
  audience: () => ['everyone'],
  userFields: 'all',
})
export const note = (id: string, count: number): z.infer<typeof noteSchema> => ({ id, tag: `t${count % 3}`, count })
export const traces = defineCollection({ name: 'traces', schema: z.object({ id: z.string() }), reach: 'server-only' })
const noteRefusals = defineRefusals({ NOTE_FULL: { status: 409, message: 'The note is full' } })

/** Adds to a note. Refuses NOTE_FULL above 1000. */
export const addTo = defineCommand({
  name: 'notes.addTo',
  args: z.object({ id: z.string(), by: z.int(), pad: z.optional(z.string()) }),
  roles: ['admin', 'user'],
  refusals: ['NOTE_FULL'],
  touches: ({ id }) => [byId(notes, id)],
  run(tx, { id, by }, ctx) {
    const before = tx.get(notes, id)
    if ((before?.count ?? 0) + by > 1_000) throw refusal(noteRefusals, 'NOTE_FULL')
    tx.put(notes, { id, tag: before?.tag ?? 'new', count: (before?.count ?? 0) + by })
    tx.put(traces, { id: ctx.newId() })
  },
})

/** Saves a note whole; a newer save of the same note replaces an unsent save. */
export const saveNote = defineCommand({
  name: 'notes.save',
  args: noteSchema,
  roles: ['admin', 'user'],
  isFact: true,
  replaces: ({ id }) => id,
  touches: ({ id }) => [byId(notes, id)],
  run: (tx, note) => tx.put(notes, note),
})

export const release: Release = { collections: [users, notes, traces], commands: [addTo, saveNote] }

/** A command that the devices know and the model server, of an older release, does not. */
export const fromTheFuture = defineCommand({
  name: 'notes.future',
  args: z.object({ id: z.string() }),
  roles: ['user'],
  touches: ({ id }) => [byId(notes, id)],
  run: () => {},
})

const known = [...release.commands, fromTheFuture]
export const registry = {
  findCollection: (name: string) => release.collections.find((collection) => collection.name === name),
  findCommand: (name: string) => known.find((command) => command.name === name),
}

/** A clock that moves only when a test lets time pass, with real random numbers. */
export class TestClock implements Clock {
  offsetMs = 0
  private timers = new Set<{ atMs: number; work: () => void }>()
  nowMs(): number {
    return 1_800_000_000_000 + this.offsetMs
  }
  after(delayMs: number, work: () => void): () => void {
    const timer = { atMs: this.nowMs() + delayMs, work }
    this.timers.add(timer)
    return () => void this.timers.delete(timer)
  }
  random(bytes: number): Uint8Array {
    return crypto.getRandomValues(new Uint8Array(bytes))
  }
  /** Lets time pass and runs the timers that fall due. */
  async pass(ms: number): Promise<void> {
    this.offsetMs += ms
    for (const timer of [...this.timers]) {
      if (timer.atMs > this.nowMs()) continue
      this.timers.delete(timer)
      timer.work()
    }
    await settled()
  }
}

/** Gives the work under way many turns of the event loop, in which it usually comes to rest. */
export async function settled(rounds = 60): Promise<void> {
  for (let i = 0; i < rounds; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** Faults that a test puts on a connection, and counts of its requests. */
export type Wire = {
  isCut: boolean
  isSignedOut: boolean
  /** Number of coming requests that reach the server but lose their answer. */
  loseAnswers: number
  /** Called with the ids of each push before it is sent. */
  onPush: (ids: readonly string[]) => Promise<void> | void
  pushes: (readonly string[])[]
  pulls: number
  starts: number
  drifted: string[]
  /** Seconds that the server asks to wait before the next audit, and the number of audits asked for. */
  auditWaitSeconds: number
  auditsAsked: number
}

/** A shop with one model server and any number of browsers. */
export class TestShop {
  readonly clock = new TestClock()
  readonly pokes = new Set<() => void>()
  /** Functions that end the open event streams, as the server does when a session ends. */
  readonly streamEnds = new Set<() => void>()
  readonly server: ModelServer
  logs: string[] = []

  constructor(pageRows = 50) {
    this.server = new ModelServer(
      {
        pause: async () => undefined,
        nowMs: () => this.clock.nowMs(),
        poke: () => {
          for (const poke of [...this.pokes]) queueMicrotask(poke)
        },
        pageRows,
      },
      release,
    )
  }

  browser(uid = 'u1', disk = new MemoryDisk()): TestBrowser {
    return new TestBrowser(this, uid, disk)
  }

  count(id: string): number | undefined {
    return (this.server.reader().get(notes, id) as { count: number } | undefined)?.count
  }
}

/** One browser: a storage, locks and channels for its tabs. */
export class TestBrowser {
  readonly locks = new MemoryLocks()
  readonly channels = new MemoryChannels()
  readonly wire: Wire = {
    isCut: false,
    isSignedOut: false,
    loseAnswers: 0,
    onPush: () => undefined,
    pushes: [],
    pulls: 0,
    starts: 0,
    drifted: [],
    auditWaitSeconds: 0,
    auditsAsked: 0,
  }

  constructor(
    readonly shop: TestShop,
    readonly uid: string,
    readonly disk: MemoryDisk,
  ) {}

  /** Opens a tab. `database` replaces the database in memory. */
  async tab(
    more: { database?: Database; actor?: Actor; options?: Partial<EngineOptions>; onDeath?: Promise<void>; ports?: Partial<Ports> } = {},
  ): Promise<SyncEngine> {
    const ports: Ports = {
      database: more.database ?? new MemoryDatabase(this.disk),
      server: this.port(),
      lock: this.locks.portFor(more.onDeath),
      channel: this.channels.port(),
      clock: this.shop.clock,
      gunzip: gunzipText,
      log: (message) => void this.shop.logs.push(message),
      ...more.ports,
    }
    const actor: Actor = more.actor ?? { uid: this.uid, role: 'user', wasAdmin: false }
    return SyncEngine.open(ports, { uid: this.uid, actor: () => actor, registry, ...more.options })
  }

  port(): Server {
    const { wire, shop } = this
    const { server } = shop
    const reach = () => {
      if (wire.isCut) throw new ServerProblem('offline', 'no answer')
      if (wire.isSignedOut) throw new ServerProblem('signedOut', 'Please sign in.', { status: 401 })
    }
    const answer = <T>(value: T): T => {
      if (wire.loseAnswers > 0) {
        wire.loseAnswers -= 1
        throw new ServerProblem('offline', 'the answer was lost')
      }
      reach()
      return structuredClone(value)
    }
    return {
      push: async (request) => {
        reach()
        const ids = request.commands.map(({ id }) => id)
        wire.pushes.push(ids)
        await wire.onPush(ids)
        return answer(await server.push(this.uid, structuredClone(request)))
      },
      pull: async (request) => {
        reach()
        wire.pulls += 1
        wire.drifted.push(...(request.drifted ?? []))
        if (request.audit) wire.auditsAsked += 1
        if (request.audit && wire.auditWaitSeconds > 0)
          throw new ServerProblem('broken', 'Too many requests.', { status: 429, retryAfterMs: wire.auditWaitSeconds * 1_000 })
        return answer(await server.pull(this.uid, structuredClone(request)))
      },
      openSealed: async (part) => {
        reach()
        return answer(openSealedPart(part))
      },
      start: (clientId) => {
        reach()
        wire.starts += 1
        return server.start(this.uid, clientId)
      },
      events: ({ onOpen, onPoke }, signal) =>
        new Promise((resolve, reject) => {
          if (wire.isCut) return reject(new ServerProblem('offline', 'no answer'))
          if (wire.isSignedOut) return reject(new ServerProblem('signedOut', 'Please sign in.', { status: 401 }))
          onOpen()
          shop.streamEnds.add(resolve)
          shop.pokes.add(onPoke)
          signal.addEventListener('abort', () => {
            shop.pokes.delete(onPoke)
            resolve()
          })
        }),
    }
  }
}

/** Runs a command that takes a receipt number, and answers the stored number. */
export async function sellAt(tab: SyncEngine, { by = 1, ...options }: { id?: string; by?: number } = {}): Promise<string | undefined> {
  const { commandId } = await tab.run(
    addTo,
    { id: 'a', by },
    { ...options, putReceiptNumber: (args, receiptNumber) => ({ ...args, pad: receiptNumber }) },
  )
  return (tab.replica.find(commandId)?.command.args as { pad?: string } | undefined)?.pad
}
