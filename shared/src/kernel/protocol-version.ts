/** Version of the sync wire format and of every synced schema. A test hashes the schemas and fails when they change without a new version. */
export const PROTOCOL_VERSION = 2

/** The oldest protocol a server of this version still serves. Outboxes are never refused for it: push accepts every version. */
export const OLDEST_PROTOCOL = 1
