import type { SealedPart } from '@shop/shared/accounts/sealed-work.ts'
import type { PullRequest, PullResponse, PushRequest, PushResponse } from '@shop/shared/kernel/wire.ts'
import type { Dexie } from 'dexie'
import type { TableName, TableRecord } from './records.ts'

export type Key = string | number | readonly (string | number)[]

/** Reads and writes inside one transaction. Await only these promises inside the transaction, because IndexedDB commits a transaction that waits for
 *  anything else. */
export interface DatabaseTx {
  get<T extends TableName>(table: T, key: Key): Promise<TableRecord<T> | undefined>
  /** All records, in the order of the primary key. */
  all<T extends TableName>(table: T): Promise<TableRecord<T>[]>
  /** Records whose indexed field equals `value`. */
  equal<T extends TableName>(table: T, index: string, value: Key): Promise<TableRecord<T>[]>
  /** Records whose compound primary key begins with `prefix`, in the order of the key. */
  under<T extends TableName>(table: T, prefix: readonly (string | number)[]): Promise<TableRecord<T>[]>
  /** Records whose indexed field is above `bound`, in the order of that index. */
  above<T extends TableName>(table: T, index: string, bound: number, limit?: number): Promise<TableRecord<T>[]>
  /** Primary keys of all records, in order, without reading the records. */
  keys(table: TableName): Promise<Key[]>
  count(table: TableName): Promise<number>
  put<T extends TableName>(table: T, records: readonly TableRecord<T>[]): Promise<void>
  remove(table: TableName, keys: readonly Key[]): Promise<void>
  removeEqual(table: TableName, index: string, value: Key): Promise<void>
  removeUnder(table: TableName, prefix: readonly (string | number)[]): Promise<void>
  /** Removes records whose indexed number is below `bound`. */
  removeBelow(table: TableName, index: string, bound: number): Promise<void>
  clear(table: TableName): Promise<void>
  /** Commits as soon as the requests made so far are done. No request may follow. */
  commit(): void
}

/** The moment at which a writing transaction resolves. `strict`: its writes are on the disk. `relaxed`: the operating system has its writes, and a
 *  power cut may still take them. */
export type Durability = 'strict' | 'relaxed'

/** Durability of every writing transaction (law *Saved*). */
export const DURABILITY: Durability = 'strict'

/** The device's database. Transactions are atomic, and writing transactions that share a table run one after the other. A writing transaction
 *  resolves as `DURABILITY` says. Transactions reject with StorageProblem when the device cannot store. */
export interface Database {
  transact<T>(mode: 'read' | 'write', tables: readonly TableName[], work: (tx: DatabaseTx) => Promise<T>): Promise<T>
  close(): void
  /** The database from which live queries read. Only the browser's own database has one. */
  readonly live?: Dexie
}

/** A line of a first sync, with its gzip if it arrived compressed. */
export type StartLine = { readonly text: string; readonly gzip?: Uint8Array<ArrayBuffer> }

/** The server as sync sees it. A method that fails rejects with ServerProblem. */
export interface Server {
  push(request: PushRequest, signal?: AbortSignal): Promise<PushResponse>
  pull(request: PullRequest, signal?: AbortSignal): Promise<PullResponse>
  /** Streams the lines of a first sync. `clientId`: the device for which the last line carries a pull's answer; null when no such answer is
   *  needed. */
  start(clientId: string | null, signal?: AbortSignal): AsyncIterable<StartLine>
  /** Opens a part of the work that was sealed at a sign-out. */
  openSealed(part: SealedPart, signal?: AbortSignal): Promise<string>
  /** Listens for pokes until the stream ends or `signal` aborts. `onOpen` is called once the stream is open. */
  events(heard: { onOpen: () => void; onPoke: () => void }, signal: AbortSignal): Promise<void>
}

/** Thrown when the server gives no usable answer. `offline`: there is no answer, or only a proxy's. `signedOut`: the server refuses the sign-in.
 *  `refused`: the server refuses the request. `broken`: the server failed, or its answer is unreadable. */
export class ServerProblem extends Error {
  override readonly name = 'ServerProblem'
  constructor(
    readonly kind: 'offline' | 'signedOut' | 'refused' | 'broken',
    message: string,
    readonly details: {
      readonly status?: number
      readonly code?: string
      readonly retryAfterMs?: number
      /** Id of the request, under which the server's log tells about it. */
      readonly requestId?: string
      readonly cause?: unknown
    } = {},
  ) {
    super(message, { cause: details.cause })
  }
}

/** Locks among the tabs and the service worker of one browser. */
export interface Lock {
  /** Runs `work` once the lock is free, and keeps the lock until `work` ends. Rejects when `signal` aborts while this waits for the lock. */
  hold<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Runs `work` only if the lock is free right now; undefined when it is not. */
  tryHold<T>(name: string, work: () => Promise<T>): Promise<T | undefined>
}

/** Messages among the tabs and the service worker of one user. They are hints: a lost message costs time, never data. */
export interface Channel {
  post(message: ChannelMessage): void
  subscribe(listener: (message: ChannelMessage) => void): () => void
  close(): void
}

/** A message of a Channel. Other releases may send further kinds. `stored`: the database changed; `wake`: sync now; `status`: the leading tab's
 *  status and its measured clock offset. */
export type ChannelMessage =
  | {
      readonly kind: 'stored'
      readonly clientId: string
      readonly generation: number
      readonly version: number
      readonly outboxVersion: number
    }
  | { readonly kind: 'wake' }
  | { readonly kind: 'status'; readonly status: LeaderStatus; readonly clockOffsetMs?: number }

/** The part of the status that only the leading tab knows. */
export type LeaderStatus = {
  readonly online: boolean
  readonly listening: boolean
  readonly phase: 'idle' | 'starting' | 'pushing' | 'pulling'
  readonly signInNeeded: boolean
  readonly startProgress: { readonly rows: number; readonly of: number } | null
  readonly trouble: { readonly code: string; readonly message: string } | null
}

export interface Clock {
  /** The device's own clock, milliseconds since 1970; may be wrong by years. */
  nowMs(): number
  /** Runs `work` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, work: () => void): () => void
  random(bytes: number): Uint8Array
}

export type Gunzip = (gzip: Uint8Array<ArrayBuffer>) => Promise<string>

export type Ports = {
  readonly database: Database
  readonly server: Server
  readonly lock: Lock
  readonly channel: Channel
  readonly clock: Clock
  /** Rejects when the gzip is damaged or incomplete. */
  readonly gunzip: Gunzip
  /** Notes a warning for developers; never shown to people. */
  readonly log: (message: string, detail?: unknown) => void
  /** Called with an error of the app that sync met, and after which it goes on. */
  readonly onFault?: (error: unknown) => void
}

/** Name of the lock whose holder alone pushes and pulls. */
export const SYNC_LOCK = 'sync'
