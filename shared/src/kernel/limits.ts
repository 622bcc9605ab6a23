/** Commands in one push. More answers 413. */
export const MAX_PUSH_COMMANDS = 100
/** Bytes of one push body. More answers 413. */
export const MAX_PUSH_BYTES = 4_000_000
/** Rows in one page of an incremental pull. */
export const PULL_PAGE_ROWS = 2_000
/** Rows in one packed page of a first sync, and of the device's store. */
export const PACKED_PAGE_ROWS = 1_000
/** Days a device keeps acknowledged commands, to hand them back to a server restored from a backup (design §4 Lost futures). */
export const JOURNAL_DAYS = 30
/** Days a removal is kept; an older cursor starts afresh (design §4 Audiences). */
export const REMOVAL_DAYS = 400
/** Sync requests are given up after this long. Calls of the spec have no time-out (spec §7). */
export const SYNC_TIMEOUT_MS = 60_000
/** Pokes a client gets at most in one second. */
export const MAX_POKES_PER_SECOND = 4
/** Event streams one user may have open at one server, on all devices together: many tablets of a shop share an account. */
export const MAX_EVENT_STREAMS = 200
/** Seconds between two heartbeats of the event stream. */
export const HEARTBEAT_SECONDS = 20
