import * as z from 'zod/mini'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { addressFieldsSchema } from '../rules/address.ts'
import { ownAddress } from '../rules/own-rows.ts'
import { addresses } from '../schema.ts'

/** Changes the given fields of one of the caller's own addresses. Refuses ADDRESS_NOT_FOUND, and FORBIDDEN for another person's address. */
export const editAddress = defineCommand({
  name: 'accounts.editAddress',
  args: z.object({ id: idSchema, changes: z.partial(addressFieldsSchema) }),
  roles: ['user', 'admin'],
  refusals: ['ADDRESS_NOT_FOUND', 'FORBIDDEN'],
  touches: ({ id }) => [byId(addresses, id)],
  run(tx, { id, changes }, ctx) {
    tx.put(addresses, { ...ownAddress(tx, ctx, id), ...changes })
  },
})
