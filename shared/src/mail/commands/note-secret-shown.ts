import * as z from 'zod/mini'
import { defineCommand } from '../../kernel/define-command.ts'
import { audit } from '../../settings/rules/audit.ts'

/** Notes in the audit trail that an admin was shown a mail that is for its reader alone, such as the link to a new password: who has it can take the account
 *  over. `email`: whom the mail is to. */
export const noteSecretShown = defineCommand({
  name: 'mail.noteSecretShown',
  args: z.object({ mailId: z.string(), email: z.string() }),
  roles: ['admin'],
  channel: 'server',
  touches: () => [],
  run(tx, { mailId, email }, ctx) {
    audit(tx, ctx, { action: 'mail.noteSecretShown', subject: mailId, after: { email } })
  },
})
