import * as z from 'zod/mini'
import { defineCommand } from '../../kernel/define-command.ts'
import { audit } from '../../settings/rules/audit.ts'

/** Audits that an admin saw a mail with a secret, such as a link that sets a new password. `email`: the mail's recipient. */
export const noteSecretShown = defineCommand({
  name: 'mail.noteSecretShown',
  args: z.object({ mailId: z.string(), email: z.string() }),
  roles: ['admin'],
  channel: 'server',
  assurance: 'second',
  touches: () => [],
  run(tx, { mailId, email }, ctx) {
    audit(tx, ctx, { action: 'mail.noteSecretShown', subject: mailId, after: { email } })
  },
})
