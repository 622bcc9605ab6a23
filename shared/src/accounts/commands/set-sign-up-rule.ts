import * as z from 'zod/mini'
import { defineCommand } from '../../kernel/define-command.ts'
import { audit } from '../../settings/rules/audit.ts'
import { SHOP_SETTINGS_ID } from '../../settings/schema.ts'
import { signUpRuleSchema } from '../rules/sign-up.ts'

/** Audits that an admin changed the rule of creating accounts. The rule itself is stored on the server only. */
export const setSignUpRule = defineCommand({
  name: 'accounts.setSignUpRule',
  args: z.object({ before: signUpRuleSchema, rule: signUpRuleSchema }),
  roles: ['admin'],
  channel: 'server',
  assurance: 'second',
  touches: () => [],
  run(tx, { before, rule }, ctx) {
    audit(tx, ctx, {
      action: 'accounts.setSignUpRule',
      subject: SHOP_SETTINGS_ID,
      before: { signUpRule: before },
      after: { signUpRule: rule },
    })
  },
})
