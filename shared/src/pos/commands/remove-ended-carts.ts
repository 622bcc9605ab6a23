import * as z from 'zod/mini'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { carts, ENDED_CART_DAYS } from '../schema.ts'

/** Maximum number of carts that one command removes. */
export const MAX_ENDED_CARTS = 500

/** Removes the named carts that ended more than `ENDED_CART_DAYS` ago. A late sale or save still finds the cart's first sale by the cart's id. */
export const removeEndedCarts = defineCommand({
  name: 'pos.removeEndedCarts',
  args: z.object({ cartIds: z.array(idSchema).check(z.maxLength(MAX_ENDED_CARTS)) }),
  roles: ['system'],
  channel: 'server',
  touches: ({ cartIds }) => cartIds.map((id) => byId(carts, id)),
  run(tx, { cartIds }, ctx) {
    const endedBeforeMs = ctx.nowMs - ENDED_CART_DAYS * 86_400_000
    for (const id of cartIds) {
      const cart = tx.get(carts, id)
      const isEnded = cart?.status === 'completed' || cart?.status === 'discarded'
      if (isEnded && cart.updatedAtMs < endedBeforeMs) tx.remove(carts, id)
    }
  },
})
