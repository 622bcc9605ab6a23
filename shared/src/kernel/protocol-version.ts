/** Version of the sync wire format and of every synced schema (law *Upgrades*). A test fails when a schema changes and the version does not. */
export const PROTOCOL_VERSION = 12

/** Oldest protocol version that a pull may have. A push may have any version, so that no outbox is refused for its age. */
export const OLDEST_PROTOCOL = 1
