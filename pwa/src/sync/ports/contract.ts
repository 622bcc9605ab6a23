import type { RowOf } from '@shop/shared/kernel/define-collection.ts'
import type { AnyCollection } from '@shop/shared/kernel/define-command.ts'
import type { CommandResult } from '@shop/shared/kernel/wire.ts'

/** The device's rows with the effects of pending commands, as screens read them. Synchronous. */
export interface View {
  get<C extends AnyCollection>(collection: C, id: string): RowOf<C> | undefined
  /** All rows, in no particular order. The same array until the collection changes. */
  all<C extends AnyCollection>(collection: C): readonly RowOf<C>[]
  /** Rows whose field has this value; quick for the collection's indexed fields. */
  where<C extends AnyCollection>(collection: C, field: keyof RowOf<C> & string, value: string): readonly RowOf<C>[]
  count(collection: AnyCollection): number
}

/** `full`: the disk has no room. `blocked`: the browser refuses its database (private mode, or another tab in the way). */
export type StorageState = 'ok' | 'full' | 'blocked'

/** Thrown when the device's database cannot be opened, read or written. */
export class StorageProblem extends Error {
  override readonly name = 'StorageProblem'
  constructor(
    readonly kind: Exclude<StorageState, 'ok'>,
    cause?: unknown,
  ) {
    super(
      kind === 'full'
        ? 'This device has no storage left. Nothing was saved. Free some space, then try again.'
        : 'This browser does not let the app store anything (a private window?). Nothing was saved.',
      { cause },
    )
  }
}

/** A failure of sync other than a missing network, sign-in or storage. The queue stays. */
export type SyncTrouble = { readonly code: string; readonly message: string }

/** The state of sync, for people to read. */
export type SyncStatus = {
  /** False after a sync that our API did not answer. */
  readonly online: boolean
  /** True while the stream of pokes is open. Without it, changes wait for the next regular pull. */
  readonly listening: boolean
  readonly phase: 'idle' | 'starting' | 'pushing' | 'pulling'
  /** Number of commands that the server has not acknowledged, except those that need attention or wait there for another device, and the saves of
   *  unfinished work such as a cart. */
  readonly waiting: number
  /** Number of commands that were rejected, failed, or cannot be sent. */
  readonly needsAttention: number
  /** Null until the first sync has ended. */
  readonly lastSyncAtMs: number | null
  /** True when this device can sell without network. */
  readonly readyToSell: boolean
  /** The reasons why this device cannot sell without network, as sentences; empty when it can. */
  readonly notReadyReasons: readonly string[]
  /** True once the server refuses the sign-in; the queue waits. */
  readonly signInNeeded: boolean
  /** True once the browser has promised to keep the storage; null while unknown or not supported. */
  readonly persisted: boolean | null
  /** Progress of a first sync. */
  readonly startProgress: { readonly rows: number; readonly of: number } | null
  readonly storage: StorageState
  readonly secureContext: boolean
  /** True while a new version of the app waits to be applied. */
  readonly updateReady: boolean
  readonly trouble: SyncTrouble | null
}

/** State of a command. `saved`: on this device; `waits`: on a restored server, until another device has sent its work; `attention`: rejected, failed,
 *  or not sendable. */
export type CommandState = 'saved' | 'sending' | 'waits' | 'synced' | 'attention'

/** A command that a person may want to look at. */
export type PendingEntry = {
  readonly id: string
  readonly name: string
  readonly args: unknown
  /** The command's time, milliseconds since 1970. */
  readonly at: number
  readonly state: CommandState
  /** The server's answer, or the reason why the command cannot be sent. */
  readonly result?: CommandResult
}

/** The signed-in person as the device knows them, offline too. */
export type SessionUser = {
  readonly uid: string
  readonly email: string
  readonly displayName: string
  readonly username: string | null
  readonly role: 'user' | 'admin'
}

/** The sign-in of this device. `lockReason`: a sentence when the person may not see their data here, because the server refuses the account or the
 *  device was offline for too long. */
export type SessionState = {
  readonly status: 'loading' | 'signedOut' | 'signedIn'
  readonly user: SessionUser | null
  readonly lockReason: string | null
  /** Code of the server's refusal, if that is the reason. MEMBERSHIP_REQUIRED has a screen of its own. */
  readonly lockCode: string | null
  /** Why the server signed this device out: somebody ended the session, or the person's data was erased. The login screen says it. */
  readonly ending?: 'session' | 'erased'
}

/** Work that a sign-out would leave behind: the number of commands that the server neither has acknowledged nor keeps for another device, or has
 *  refused. `unstored`: how many of them this device could not store either. They are lost with the page. */
export type LeftBehind = { readonly unsynced: number; readonly unstored: number }

export const NOTHING_LEFT: LeftBehind = { unsynced: 0, unstored: 0 }

/** Outcome of a sign-out. A sign-out that would leave work behind is refused: export the work, or call again with `keep: true`. */
export type SignOutOutcome = { readonly done: true } | ({ readonly done: false } & LeftBehind)
