import * as z from 'zod/mini'
import { defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { settleDefault } from '../rules/address.ts'
import { addressTouches, ownAddress, requireSelf } from '../rules/own-rows.ts'
import { addresses } from '../schema.ts'

/** Deletes one of the caller's own addresses. Refuses ADDRESS_NOT_FOUND, and FORBIDDEN for another person's address. */
export const removeAddress = defineCommand({
  name: 'accounts.removeAddress',
  args: z.object({ id: idSchema, uid: idSchema }),
  roles: ['user', 'admin'],
  refusals: ['ADDRESS_NOT_FOUND', 'FORBIDDEN'],
  touches: addressTouches,
  run(tx, { id, uid }, ctx) {
    requireSelf(ctx, uid)
    ownAddress(tx, ctx, id)
    tx.remove(addresses, id)
    settleDefault(tx, uid)
  },
})
