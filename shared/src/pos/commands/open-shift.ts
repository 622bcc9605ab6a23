import * as z from 'zod/mini'
import { discrepancies } from '../../inventory/schema.ts'
import { byField, byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { cents, formatCents, nonNegativeCentsSchema } from '../../kernel/money.ts'
import { requiredText } from '../../kernel/text.ts'
import { post } from '../../sales/rules/ledger.ts'
import { audit } from '../../settings/rules/audit.ts'
import { SHOP_SETTINGS_ID, settings } from '../../settings/schema.ts'
import {
  askIfTwice,
  drawerKeyOf,
  drawerTwiceIdOf,
  intoDrawer,
  noteCash,
  noteWithdrawnShift,
  shiftOf,
  withdrawnCashIdOf,
} from '../rules/shift-cash.ts'
import { MAX_SHIFT_NUMBER, shifts } from '../shift-schema.ts'

/** Opens a shift with the cash counted in its drawer, whatever other shift is open (law *Facts*). What differs from the cash that the shift before
 *  left there is over or short; the first float of a drawer comes from the safe. */
export const openShift = defineCommand({
  name: 'pos.openShift',
  args: z.object({
    shiftId: idSchema,
    number: z.int().check(z.minimum(1), z.maximum(MAX_SHIFT_NUMBER)),
    drawer: requiredText(40, 'Please name the drawer'),
    clientId: idSchema,
    openingCents: nonNegativeCentsSchema,
    /** Cash that the shift before left in the drawer, as the device knew it; null for a drawer without one. */
    leftBeforeCents: z.nullable(nonNegativeCentsSchema),
  }),
  roles: ['admin'],
  isFact: true,
  touches: ({ shiftId, drawer }) => [
    byId(shifts, shiftId),
    byField(shifts, 'openDrawer', drawerKeyOf(drawer)),
    byId(discrepancies, withdrawnCashIdOf(shiftId)),
    byId(discrepancies, drawerTwiceIdOf(shiftId)),
    // two openings at one moment wait for each other here, since neither has a row yet that the other could find
    byId(settings, SHOP_SETTINGS_ID),
  ],
  run(tx, { shiftId, leftBeforeCents, ...opening }, ctx) {
    const { openingCents, drawer } = opening
    if (ctx.actor.role === 'user')
      return noteWithdrawnShift(tx, ctx, withdrawnCashIdOf(shiftId), `${drawer} opened with ${formatCents(openingCents)}`)
    const known = shiftOf(tx, shiftId)
    if (known.openedAtMs !== null) return
    const openDrawer = known.closedAtMs === null ? drawerKeyOf(drawer) : null
    const opened = { ...known, ...opening, openDrawer, openedAtMs: ctx.nowMs, openedByUid: ctx.actor.uid }
    tx.put(shifts, opened)
    askIfTwice(tx, ctx, opened)
    const differs = cents(openingCents - (leftBeforeCents ?? 0))
    const sides = intoDrawer(differs, leftBeforeCents === null ? 'safe' : 'over_short')
    post(tx, ctx, { kind: 'shift_opened', sourceId: shiftId, sides })
    noteCash(tx, ctx, shiftId, openingCents)
    audit(tx, ctx, { action: 'pos.openShift', subject: shiftId, after: { drawer, openingCents } })
  },
})
