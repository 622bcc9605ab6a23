/** Most bytes of a call's body, unless the call declares more. A larger body is answered with 413. */
export const MAX_BODY_BYTES = 16_000
/** Deepest nesting of a JSON body: a command's arguments and the envelope around them. Deeper bodies are refused before they are parsed. */
export const MAX_JSON_DEPTH = 100
/** Most values in one JSON body, several times as many as in the largest push. Bodies with more are refused before they are parsed. */
export const MAX_JSON_VALUES = 250_000
/** Most commands in one push. A push with more is answered with 413. */
export const MAX_PUSH_COMMANDS = 100
/** Most bytes of one push body. A larger body is answered with 413. */
export const MAX_PUSH_BYTES = 4_000_000
/** The same for somebody who never was an admin: a hundred of their longest entries. A device that gets 413 sends fewer entries at once. */
export const MAX_CONSIGNOR_PUSH_BYTES = 1_000_000
/** Most values in such a push. */
export const MAX_CONSIGNOR_PUSH_VALUES = 20_000
/** Most of a command's arguments, three times the largest mass input. A fact of the till has no such limit. */
export const MAX_COMMAND = { values: 20_000, characters: 1_000_000 } as const
/** The same for somebody who never was an admin: several times an address whose lines are all full. */
export const MAX_CONSIGNOR_COMMAND = { values: 200, characters: 8_000 } as const
/** Most bytes of one pull body, which contains two tokens and some names. */
export const MAX_PULL_BYTES = 32_000
/** Rows in one page of an incremental pull. */
export const PULL_PAGE_ROWS = 2_000
/** Results of commands in one page of a pull. */
export const PULL_PAGE_RESULTS = 1_000
/** Rows in one packed page of a first sync, and of the device's store. */
export const PACKED_PAGE_ROWS = 1_000
/** Days a device keeps acknowledged commands, to resend them to a server restored from a backup (law *Lost futures*). */
export const JOURNAL_DAYS = 30
/** Days a tombstone is kept. A device with an older cursor starts afresh. */
export const REMOVAL_DAYS = 400
/** Time-out of sync requests, in milliseconds. Other calls have none. */
export const SYNC_TIMEOUT_MS = 60_000
/** Most pokes a client gets in one second. */
export const MAX_POKES_PER_SECOND = 4
/** Event streams one user may keep open at one server, across all devices: the many tablets of a shop share an account. */
export const MAX_EVENT_STREAMS = 200
/** Event streams of one network at one server: a shop and its guests may sit behind one address. */
export const MAX_EVENT_STREAMS_OF_NETWORK = 2_000
/** Seconds between two heartbeats of an event stream. */
export const HEARTBEAT_SECONDS = 20
