import * as z from 'zod/mini'
import { withoutErasedNames } from '../../accounts/rules/erased-names.ts'
import { users } from '../../accounts/schema.ts'
import { byField, byId, defineCommand } from '../../kernel/define-command.ts'
import { type Cart, cartSchema, carts, posSales } from '../schema.ts'

/** Saves a whole cart; the last save wins (law *Carts*). A save after the cart's sale changes nothing, because another tablet may still have the cart
 *  open, and a former admin's save changes nothing, because a cashier could sell that cart as their own. */
export const saveCart = defineCommand({
  name: 'pos.saveCart',
  version: 2,
  args: z.object({
    cart: cartSchema.check(
      z.refine((cart) => cart.status !== 'completed', { message: 'A cart is completed by its sale', path: ['status'] }),
    ),
  }),
  // a till of version 1 knew of no discounts
  upgrades: { 1: (args) => args },
  roles: ['admin'],
  isFact: true,
  replaces: ({ cart }: { cart: Cart }) => cart.id,
  touches: ({ cart }) => {
    const owners = new Set(cart.lines.map(({ consignorId }) => consignorId).filter((id) => id !== null))
    return [
      byId(carts, cart.id),
      byField(posSales, 'cartId', cart.id, false),
      // locked, so that an erasure at the same moment comes before or after this save
      ...[...owners].map((id) => byId(users, id)),
    ]
  },
  run(tx, { cart }, ctx) {
    if (ctx.actor.role === 'user') return
    const known = tx.get(carts, cart.id)
    if (known?.status === 'completed' || tx.where(posSales, 'cartId', cart.id).length > 0) return
    const { lines, discount } = withKnownDiscounts(cart, known)
    tx.put(carts, { ...cart, discount, lines: withoutErasedNames(tx, lines), saleId: null, updatedAtMs: ctx.nowMs, byUid: ctx.actor.uid })
  },
})

/** Keeps the discounts of which a save of an earlier release says nothing. */
function withKnownDiscounts({ lines, discount }: Cart, known: Cart | undefined): Pick<Cart, 'lines' | 'discount'> {
  const byId = new Map(known?.lines.map((line) => [line.id, line.discount]))
  return {
    lines: lines.map((line) => ({ ...line, discount: line.discount === undefined ? (byId.get(line.id) ?? null) : line.discount })),
    discount: discount === undefined ? (known?.discount ?? null) : discount,
  }
}
