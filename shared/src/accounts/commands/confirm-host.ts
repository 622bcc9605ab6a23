import * as z from 'zod/mini'
import { defineCommand } from '../../kernel/define-command.ts'
import { audit } from '../../settings/rules/audit.ts'
import { SHOP_SETTINGS_ID } from '../../settings/schema.ts'

/** Audits that an admin confirmed an address of the shop. `mailOrigin`: the new address for links in mails; null when that address stays the same. */
export const confirmHost = defineCommand({
  name: 'accounts.confirmHost',
  args: z.object({ host: z.string(), mailOrigin: z.nullable(z.string()), earlierMailOrigin: z.nullable(z.string()) }),
  roles: ['admin', 'system'],
  channel: 'server',
  touches: () => [],
  run(tx, { host, mailOrigin, earlierMailOrigin }, ctx) {
    audit(tx, ctx, {
      action: 'accounts.confirmHost',
      subject: SHOP_SETTINGS_ID,
      before: mailOrigin === null ? {} : { mailOrigin: earlierMailOrigin ?? '' },
      after: { host, ...(mailOrigin === null ? {} : { mailOrigin }) },
    })
  },
})
