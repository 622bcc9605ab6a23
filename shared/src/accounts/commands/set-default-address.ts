import * as z from 'zod/mini'
import { defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { settleDefault } from '../rules/address.ts'
import { addressTouches, ownAddress, requireSelf } from '../rules/own-rows.ts'

/** Makes one of the caller's own addresses the default. Refuses ADDRESS_NOT_FOUND, and FORBIDDEN for another person's address. */
export const setDefaultAddress = defineCommand({
  name: 'accounts.setDefaultAddress',
  args: z.object({ id: idSchema, uid: idSchema }),
  roles: ['user', 'admin'],
  refusals: ['ADDRESS_NOT_FOUND', 'FORBIDDEN'],
  touches: addressTouches,
  run(tx, { id, uid }, ctx) {
    requireSelf(ctx, uid)
    settleDefault(tx, ownAddress(tx, ctx, id).uid, id)
  },
})
