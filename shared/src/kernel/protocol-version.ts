/** Version of the sync wire format and of every synced schema (law *Upgrades*). A test hashes the schemas and fails when they change without a new
 *  version. */
export const PROTOCOL_VERSION = 3

/** Oldest protocol that pull still serves. Push accepts every version, so that no outbox is refused for its age. */
export const OLDEST_PROTOCOL = 1
