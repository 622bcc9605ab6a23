import * as z from 'zod/mini'
import { defineCommand } from '../../kernel/define-command.ts'
import { kernelRefusals, refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { profileRefusals } from '../profile-errors.ts'
import { addressFieldsSchema, MAX_ADDRESSES, settleDefault } from '../rules/address.ts'
import { addressTouches, ownProfile } from '../rules/own-rows.ts'
import { addresses } from '../schema.ts'

/** Adds a shipping address of the caller. Refuses TOO_MANY_ADDRESSES, ADDRESS_EXISTS, ACCOUNT_NOT_FOUND, and FORBIDDEN for another person. */
export const addAddress = defineCommand({
  name: 'accounts.addAddress',
  args: z.object({ id: idSchema, uid: idSchema, fields: addressFieldsSchema, isDefault: z._default(z.boolean(), false) }),
  roles: ['user', 'admin'],
  refusals: ['TOO_MANY_ADDRESSES', 'ADDRESS_EXISTS', 'ACCOUNT_NOT_FOUND', 'FORBIDDEN'],
  touches: addressTouches,
  run(tx, { id, uid, fields, isDefault }, ctx) {
    ownProfile(tx, ctx, uid)
    const known = tx.get(addresses, id)
    if (known && known.uid !== uid) throw refusal(kernelRefusals, 'FORBIDDEN')
    if (known) throw refusal(profileRefusals, 'ADDRESS_EXISTS')
    if (tx.where(addresses, 'uid', uid).length >= MAX_ADDRESSES) throw refusal(profileRefusals, 'TOO_MANY_ADDRESSES')
    tx.put(addresses, { id, uid, ...fields, isDefault: false, createdAtMs: ctx.nowMs })
    settleDefault(tx, uid, isDefault ? id : undefined)
  },
})
