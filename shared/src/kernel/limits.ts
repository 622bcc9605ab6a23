/** Maximum number of tokens by which a device shows to which accounts it signed in before, one for each account. */
export const KNOWN_DEVICE_TOKENS_MAX = 10

/** Maximum size of a call's body in bytes, unless the call declares another. A larger body is answered with 413. */
export const MAX_BODY_BYTES = 16_000
/** Maximum depth of nesting in a JSON body. Deeper bodies are refused before they are parsed. */
export const MAX_JSON_DEPTH = 100
/** Maximum number of values in a JSON body, several times the number in the largest push. Bodies with more values are refused before they are
 *  parsed. */
export const MAX_JSON_VALUES = 250_000
/** Maximum number of commands in one push. A push with more commands is answered with 413. */
export const MAX_PUSH_COMMANDS = 100
/** Maximum size of a push's body, in bytes. A larger body is answered with 413. */
export const MAX_PUSH_BYTES = 4_000_000
/** Maximum size of a push's body from a person who never was an admin, in bytes. A device that gets 413 sends fewer commands in one push. */
export const MAX_CONSIGNOR_PUSH_BYTES = 1_000_000
/** Maximum number of values in a push from a person who never was an admin. */
export const MAX_CONSIGNOR_PUSH_VALUES = 20_000
/** Limits of a command's arguments, at least three times the largest mass input. A fact of the till has no such limit. */
export const MAX_COMMAND = { values: 20_000, characters: 1_000_000 } as const
/** Limits of a command's arguments from a person who is no admin, several times the longest address. */
export const MAX_CONSIGNOR_COMMAND = { values: 200, characters: 8_000 } as const
/** Maximum size of a pull's body, in bytes. */
export const MAX_PULL_BYTES = 32_000
/** Number of rows in one page of an incremental pull. */
export const PULL_PAGE_ROWS = 2_000
/** Number of results of commands in one page of a pull. */
export const PULL_PAGE_RESULTS = 1_000
/** Number of rows in one packed page, in a first sync and in the device's store. */
export const PACKED_PAGE_ROWS = 1_000
/** Bytes of rows, and of results, after which a page ends early. It has room for two of the largest pushes, and pages of usual rows have a fifth of
 *  it. A page has at least one row. */
export const PAGE_BYTES = 8_000_000
/** Days for which a device keeps acknowledged commands, to send them again after a restore from a backup (law *Lost futures*). */
export const JOURNAL_DAYS = 30
/** Days for which a tombstone is kept. A device with an older cursor starts afresh. */
export const REMOVAL_DAYS = 400
/** Time-out of a sync request, in milliseconds. In a first sync, it limits the silence between two parts of the stream. */
export const SYNC_TIMEOUT_MS = 60_000
/** Maximum number of pokes that a client gets in one second. */
export const MAX_POKES_PER_SECOND = 4
/** Maximum number of event streams of one user at one server. The many tablets of a shop may share an account. */
export const MAX_EVENT_STREAMS = 200
/** Maximum number of event streams of one network at one server. A shop and its guests may share one address. */
export const MAX_EVENT_STREAMS_OF_NETWORK = 2_000
/** Seconds between two heartbeats of an event stream. */
export const HEARTBEAT_SECONDS = 20
