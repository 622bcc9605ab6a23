import * as z from 'zod/mini'
import { defineCommand } from '../../kernel/define-command.ts'
import { audit } from '../../settings/rules/audit.ts'

/** Audits that an admin switched the requirement of a second factor for admins on or off. The requirement itself is stored on the server only. */
export const setFactorDemand = defineCommand({
  name: 'accounts.setFactorDemand',
  args: z.object({ isDemanded: z.boolean() }),
  roles: ['admin'],
  channel: 'server',
  assurance: 'second',
  touches: () => [],
  run(tx, { isDemanded }, ctx) {
    audit(tx, ctx, {
      action: 'accounts.setFactorDemand',
      subject: ctx.actor.uid,
      before: { isDemanded: !isDemanded },
      after: { isDemanded },
    })
  },
})
