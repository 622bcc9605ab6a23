import { bigint, boolean, definePlainTable, text } from '../platform/database/plain-table.ts'

/** Table of what the membership provider last said of an e-mail. */
export const membershipsTable = definePlainTable('memberships', { email: text(), is_member: boolean(), checked_at_ms: bigint() })

/** Table of the provider's web-hooks that came in. */
export const membershipEventsTable = definePlainTable('membership_events', { id: text(), received_at_ms: bigint() })
