import { bigint, boolean, definePlainTable, text } from '../platform/database/plain-table.ts'

/** Last answers of the membership provider, by e-mail. */
export const membershipsTable = definePlainTable('memberships', { email: text(), is_member: boolean(), checked_at_ms: bigint() })

/** Received web-hooks of the provider. */
export const membershipEventsTable = definePlainTable('membership_events', { id: text(), received_at_ms: bigint() })
