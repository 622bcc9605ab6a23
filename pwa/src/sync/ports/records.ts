import type { SealedPart } from '@shop/shared/accounts/sealed-work.ts'
import type { Row } from '@shop/shared/kernel/define-collection.ts'
import type { CommandResult, QueuedCommand } from '@shop/shared/kernel/wire.ts'

/** The record about the database itself. */
export type StoreState = {
  readonly key: 'state'
  /** Random id, which changes when the storage is lost. */
  readonly clientId: string
  readonly receiptSeries: string
  readonly receiptCount: number
  /** Generation of the live pages. Pages of other generations belong to a first sync that is under way or was broken off. */
  readonly generation: number
  readonly newestGeneration: number
  /** Id of the command that the server last acknowledged as done, if any. */
  readonly newestDone?: string | undefined
  /** The seal of that acknowledgement. */
  readonly newestSeal?: string | undefined
  /** Null until a first sync has ended. */
  readonly cursor: string | null
  /** Protocol version with which the rows were received. */
  readonly protocol: number
  /** Counts changes of server rows. */
  readonly version: number
  /** Overlay rows up to this version may be in the pages already, so a tab behind this version loads everything again. */
  readonly foldedVersion: number
  /** Counts changes of outbox and results. */
  readonly outboxVersion: number
  /** The outbox version at which an entry last left the outbox. */
  readonly outboxRemovedVersion: number
  /** The outbox version at which the results last changed. */
  readonly resultsVersion: number
  readonly nextSeq: number
  readonly lastSyncAtMs: number | null
  /** The server's clock minus this device's, as last measured. */
  readonly clockOffsetMs: number
  readonly lastAuditAtMs: number
  /** Sealed work that the server has neither opened nor refused: `parts` counts its parts, `unsent` the changes that the server does not have. */
  readonly sealed?: { readonly parts: number; readonly unsent: number } | undefined
  /** Collections whose rows differed from the server's at the last audit. The next first sync empties this list. */
  readonly drifted: readonly string[]
}

/** At most PACKED_PAGE_ROWS rows of one collection, packed because a browser would take seconds to write a record for each row. */
export type PackedPage =
  /** Text that this device packed itself, or that a server of an earlier release sent. */
  | { readonly collection: string; readonly json: string }
  /** The gzip of a line of a first sync, as received. */
  | { readonly collection: string; readonly gzip: Uint8Array<ArrayBuffer> }

/** A stored page, number `n` of its collection. */
export type PageRecord = PackedPage & { readonly generation: number; readonly n: number }

/** A change of a row since the pages were written. `row` is null when the row is gone. */
export type OverlayRecord = { readonly collection: string; readonly id: string; readonly version: number; readonly row: Row | null }

/** A command that no pull has acknowledged. */
export type OutboxEntry = QueuedCommand & {
  /** Place in the queue. */
  readonly seq: number
  /** A new entry replaces earlier ones with the same key that were neither sent nor held. With the key '' it replaces none. */
  readonly replaceKey: string
  readonly bytes: number
  /** True once the command was part of a push. */
  readonly sent: boolean
  /** Answer of the push; the acknowledgement itself comes by pull. */
  readonly answered: CommandResult | null
  /** Number of answers without an acknowledgement by pull. */
  readonly answers: number
  /** The reason why this command cannot be sent; other commands are sent without it. */
  readonly held: { readonly code: string; readonly message: string } | null
  /** The outbox version at the last change of this entry. */
  readonly changed: number
}

export type NewEntry = QueuedCommand & { readonly replaceKey: string }

/** A rejected or failed command, shown until a person dismisses or repeats it. */
export type ResultRecord = {
  readonly id: string
  readonly command: QueuedCommand
  readonly result: CommandResult
  readonly endedAtMs: number
}

/** An acknowledged command, kept for JOURNAL_DAYS so that the device can hand it back to a restored server. */
export type JournalRecord = {
  readonly id: string
  readonly seq: number
  readonly command: QueuedCommand
  readonly acknowledgedAtMs: number
  /** The journal keeps only the last of several saves with the same key. */
  readonly replaceKey: string
}

/** A preference of this user on this device, or a SealedRecord. */
export type SettingRecord = { readonly key: string; readonly value: unknown }

/** Work of the person whose database this is, stored as a setting when they signed out. Only the server can open it. */
export type SealedRecord = {
  readonly part: SealedPart
  /** Further pieces of a record that is too long for one part, in order. */
  readonly more?: readonly SealedPart[]
  /** Number of changes in this work that the server does not have. */
  readonly unsent: number
  /** The server's reason for not opening this work. */
  readonly refused?: string
}

export type Tables = {
  meta: StoreState
  pages: PageRecord
  overlay: OverlayRecord
  outbox: OutboxEntry
  results: ResultRecord
  journal: JournalRecord
  settings: SettingRecord
}
export type TableName = keyof Tables
export type TableRecord<T extends TableName> = Tables[T]

/** Each table's primary key, followed by its indexes, in Dexie's notation. */
export const TABLE_KEYS: Readonly<Record<TableName, string>> = {
  meta: 'key',
  pages: '[generation+collection+n]',
  overlay: '[collection+id], version',
  outbox: 'seq, &id, changed, replaceKey',
  results: 'id',
  journal: 'id, acknowledgedAtMs, replaceKey',
  settings: 'key',
}
