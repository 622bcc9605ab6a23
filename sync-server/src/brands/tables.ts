import { bigint, boolean, definePlainTable, text } from '../platform/database/plain-table.ts'

/** Last answers of the membership provider, by e-mail. */
export const membershipsTable = definePlainTable('memberships', { email: text(), is_member: boolean(), checked_at_ms: bigint() })

/** Accounts whose membership counted before addresses had to be proved. */
export const membersBeforeProofsTable = definePlainTable('members_before_proofs', { uid: text() })

/** Recent webhooks of the membership provider. */
export const membershipEventsTable = definePlainTable('membership_events', { id: text(), received_at_ms: bigint() })
