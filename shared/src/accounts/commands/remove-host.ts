import * as z from 'zod/mini'
import { defineCommand } from '../../kernel/define-command.ts'
import { audit } from '../../settings/rules/audit.ts'
import { SHOP_SETTINGS_ID } from '../../settings/schema.ts'

/** Audits that an admin removed a host. */
export const removeHost = defineCommand({
  name: 'accounts.removeHost',
  args: z.object({ host: z.string() }),
  roles: ['admin', 'system'],
  channel: 'server',
  touches: () => [],
  run(tx, { host }, ctx) {
    audit(tx, ctx, { action: 'accounts.removeHost', subject: SHOP_SETTINGS_ID, before: { host }, after: { host: '' } })
  },
})
