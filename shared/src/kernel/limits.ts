/** Most commands in one push. More answers 413. */
export const MAX_PUSH_COMMANDS = 100
/** Most bytes of one push body. More answers 413. */
export const MAX_PUSH_BYTES = 4_000_000
/** Rows in one page of an incremental pull. */
export const PULL_PAGE_ROWS = 2_000
/** Rows in one packed page of a first sync, and of the device's store. */
export const PACKED_PAGE_ROWS = 1_000
/** Days a device keeps acknowledged commands, to resend them to a server restored from a backup (law *Lost futures*). */
export const JOURNAL_DAYS = 30
/** Days a tombstone is kept; an older cursor starts afresh. */
export const REMOVAL_DAYS = 400
/** Time-out of sync requests. Other calls have none. */
export const SYNC_TIMEOUT_MS = 60_000
/** Most pokes a client gets in one second. */
export const MAX_POKES_PER_SECOND = 4
/** Event streams one user may keep open at one server, across all devices: the many tablets of a shop share an account. */
export const MAX_EVENT_STREAMS = 200
/** Seconds between two heartbeats of an event stream. */
export const HEARTBEAT_SECONDS = 20
