import * as z from 'zod/mini'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { balances } from '../../sales/schema.ts'
import { DEFAULT_SETTINGS, SHOP_SETTINGS_ID, settings, shopSettingsSchema } from '../../settings/schema.ts'
import { accountRefusals } from '../errors.ts'
import { users } from '../schema.ts'
import { addUser, personSchema } from './new-user.ts'

/** Opens the shop with its first admin and its settings. Refuses ALREADY_SET_UP when the shop is open. */
export const setUpShop = defineCommand({
  name: 'accounts.setUp',
  args: z.extend(personSchema, { timeZone: shopSettingsSchema.shape.timeZone, shopName: shopSettingsSchema.shape.shopName }),
  roles: ['system'],
  channel: 'server',
  refusals: ['ALREADY_SET_UP'],
  touches: ({ uid }) => [byId(settings, SHOP_SETTINGS_ID), byId(users, uid), byId(balances, uid)],
  run(tx, { timeZone, shopName, ...person }, ctx) {
    if (tx.get(settings, SHOP_SETTINGS_ID)) throw refusal(accountRefusals, 'ALREADY_SET_UP')
    tx.put(settings, { ...DEFAULT_SETTINGS, timeZone, shopName })
    // proved, because this person controls the server, which proves more than a mailbox does
    addUser(tx, { ...person, isProved: true }, 'admin', ctx)
  },
})
