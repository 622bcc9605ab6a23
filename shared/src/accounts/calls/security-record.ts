import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { idSchema } from '../../kernel/ids.ts'
import { ADDRESS_KEEP_DAYS, securityKindSchema, securityResultSchema } from '../rules/security-record.ts'

/** Number of entries on one page of the security record. */
export const SECURITY_PAGE_SIZE = 50

/** An entry of the security record. */
const securityEntrySchema = z.object({
  id: z.string(),
  at: z.string(),
  kind: securityKindSchema,
  result: securityResultSchema,
  /** Account concerned; null when there is none, or when the entry counts acts of several accounts. */
  uid: z.nullable(z.string()),
  /** Person who acted on another person's account; null when the person acted on their own account or the server acted. */
  byUid: z.nullable(z.string()),
  /** Network address; '' when it is unknown, forgotten or withheld from the caller. */
  address: z.string(),
  /** Browser and device, such as "Chrome on Windows"; '' for the server itself, and when withheld from the caller. */
  client: z.string(),
  /** Details of the act, such as the provider. `why`: the refusal code of a wrong answer. */
  detail: z.record(z.string(), z.string()),
  /** Number of acts of the same kind, account and network in that hour, including this act; for wrong answers, the number of the
   *  account's wrong answers on that UTC day. Most repetitions get no entry. */
  count: z.number(),
})
/** An entry of the security record. */
export type SecurityEntry = z.infer<typeof securityEntrySchema>

const page = { entries: z.array(securityEntrySchema), hasMore: z.boolean() }

/** Lists the security record for admins, who filter it by person and kind. */
export const listSecurityRecordCall = defineCall({
  name: 'accounts.listSecurityRecord',
  method: 'GET',
  path: '/admin/security-record',
  access: 'admin',
  summary: `Lists the security record, newest first, ${SECURITY_PAGE_SIZE} a page; pass a page’s last id as \`before\` to get the next page. Addresses are kept for ${ADDRESS_KEEP_DAYS} days.`,
  query: z.object({ uid: z.optional(idSchema), kind: z.optional(securityKindSchema), before: z.optional(idSchema) }),
  output: z.object(page),
})

/** Lists the caller's own entries. */
export const listOwnSecurityRecordCall = defineCall({
  name: 'accounts.listOwnSecurityRecord',
  method: 'GET',
  path: '/identity/security-record',
  access: 'user',
  summary: `Lists the caller’s own sign-ins and changes to how they sign in, newest first, ${SECURITY_PAGE_SIZE} a page; pass a page’s last id as \`before\` to get the next page.`,
  query: z.object({ before: z.optional(idSchema) }),
  output: z.object(page),
})

/** Maximum number of changes listed after a restore. */
export const RESTORE_CHANGES_LIMIT = 200

/** Lists the changes of sign-ins and roles that the newest restore from a backup undid. */
export const listRestoreChangesCall = defineCall({
  name: 'accounts.listRestoreChanges',
  method: 'GET',
  path: '/admin/restore/changes',
  access: 'admin',
  summary: `Lists the changes of sign-ins and roles that the newest restore undid, and the admins to whom it gave the role back, as far as the record beside the backups contains them; at most ${RESTORE_CHANGES_LIMIT} changes, the newest first.`,
  output: z.object({
    entries: z.array(securityEntrySchema),
    hasMore: z.boolean(),
    /** Admins who had lost that role since the backup, and to whom the restore gave it back. */
    adminsAgain: z.array(z.string()),
    /** Span of time that no record covers; null when the records have no gap. */
    lost: z.nullable(z.object({ from: z.string(), to: z.string() })),
  }),
})
