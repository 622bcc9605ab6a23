import type { RowOf } from '@shop/shared/kernel/define-collection.ts'
import type { AnyCollection } from '@shop/shared/kernel/define-command.ts'
import type { CommandResult } from '@shop/shared/kernel/wire.ts'

/** The rows of this device with everything pending already done: what screens read. Synchronous. */
export interface View {
  get<C extends AnyCollection>(collection: C, id: string): RowOf<C> | undefined
  /** All rows, in no particular order. The same array until the collection changes. */
  all<C extends AnyCollection>(collection: C): readonly RowOf<C>[]
  /** Rows whose field has this value; quick for the collection's indexed fields. */
  where<C extends AnyCollection>(collection: C, field: keyof RowOf<C> & string, value: string): readonly RowOf<C>[]
  count(collection: AnyCollection): number
}

/** Why nothing can be stored: the disk is full, or the browser refuses its database (private mode, blocked by another tab). */
export type StorageState = 'ok' | 'full' | 'blocked'

/** The device could not store something. The form and the cart stay as they are. */
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

/** What the server or the wire says is in the way of sending; the queue is kept. */
export type SyncTrouble = { readonly code: string; readonly message: string }

/** The state of sync as a person reads it. */
export type SyncStatus = {
  /** Judged by our API's last answers. */
  readonly online: boolean
  /** Pokes can come: the stream of them is open. Without it news waits for the next regular pull. */
  readonly listening: boolean
  readonly phase: 'idle' | 'starting' | 'pushing' | 'pulling'
  /** Commands on this device that the server has not acknowledged. */
  readonly waiting: number
  /** Commands that were rejected, failed, or cannot be sent. */
  readonly needsAttention: number
  /** Null until the first sync ended. */
  readonly lastSyncAtMs: number | null
  /** This device can sell without network. */
  readonly readyToSell: boolean
  /** Sentences, when it cannot. */
  readonly notReadyReasons: readonly string[]
  /** The server no longer takes the sign-in; the queue waits. */
  readonly signInNeeded: boolean
  /** The browser promised to keep the storage; null while unknown or not supported. */
  readonly persisted: boolean | null
  /** Progress of a first sync. */
  readonly startProgress: { readonly rows: number; readonly of: number } | null
  readonly storage: StorageState
  readonly secureContext: boolean
  /** A new version of the app waits to be applied. */
  readonly updateReady: boolean
  /** Why sending stands still although the server answers; null when nothing is in the way. */
  readonly trouble: SyncTrouble | null
}

/** How far a command has come. `saved`: on this device. `attention`: rejected, failed, or not sendable. */
export type CommandState = 'saved' | 'sending' | 'synced' | 'attention'

/** A command that a person may want to look at. */
export type PendingEntry = {
  readonly id: string
  readonly name: string
  readonly args: unknown
  /** Its moment, milliseconds since 1970. */
  readonly at: number
  readonly state: CommandState
  /** The server's answer, or why it cannot be sent. */
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

/** Who uses this device. `lockReason`: a sentence; the data of that person stays closed (forced sign-out, too long without the server). */
export type SessionState = {
  readonly status: 'loading' | 'signedOut' | 'signedIn'
  readonly user: SessionUser | null
  readonly lockReason: string | null
  /** The refusal's code, where the server closed it: MEMBERSHIP_REQUIRED has a screen of its own. */
  readonly lockCode: string | null
}

/** What somebody who signs out would leave behind: commands the server does not have. `unstored`: how many of them this device could not even store, so that
 *  they end with the page. */
export type LeftBehind = { readonly unsynced: number; readonly unstored: number }

export const NOTHING_LEFT: LeftBehind = { unsynced: 0, unstored: 0 }

/** How signing out ended. It is refused while something would be left behind; export that, or call again with `keep: true`. */
export type SignOutOutcome = { readonly done: true } | ({ readonly done: false } & LeftBehind)
