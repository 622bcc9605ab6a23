import * as z from 'zod/mini'
import { discrepancies } from '../../inventory/schema.ts'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { cents, formatCents, nonNegativeCentsSchema } from '../../kernel/money.ts'
import { optionalText } from '../../kernel/text.ts'
import { post } from '../../sales/rules/ledger.ts'
import { audit } from '../../settings/rules/audit.ts'
import { posRefusals } from '../errors.ts'
import { intoDrawer, noteWithdrawnShift, shiftOf, withdrawnCloseIdOf } from '../rules/shift-cash.ts'
import { denominationSchema, MAX_DENOMINATIONS, shiftFiguresSchema, shifts } from '../shift-schema.ts'

/** Closes a shift with the cash counted, once: the difference from the expected cash is over or short, and what does not stay goes to the safe.
 *  Refuses SHIFT_CLOSED. */
export const closeShift = defineCommand({
  name: 'pos.closeShift',
  args: z
    .object({
      shiftId: idSchema,
      countedCents: nonNegativeCentsSchema,
      counts: z.array(denominationSchema).check(z.maxLength(MAX_DENOMINATIONS)),
      leftCents: nonNegativeCentsSchema,
      note: optionalText(500),
      /** The figures that the device printed. They go on the Z; the books reckon with their own. */
      z: shiftFiguresSchema,
    })
    .check(
      z.refine(({ countedCents, leftCents }) => leftCents <= countedCents, {
        message: 'More stays in the drawer than was counted',
        path: ['leftCents'],
      }),
      z.refine(
        ({ countedCents, counts }) =>
          counts.length === 0 || counts.reduce((sum, { valueCents, pieces }) => sum + valueCents * pieces, 0) === countedCents,
        { message: 'The coins and notes must add up to the cash counted', path: ['counts'] },
      ),
    ),
  roles: ['admin'],
  isFact: true,
  refusals: ['SHIFT_CLOSED'],
  touches: ({ shiftId }) => [byId(shifts, shiftId), byId(discrepancies, withdrawnCloseIdOf(shiftId))],
  run(tx, { shiftId, ...close }, ctx) {
    const { countedCents, leftCents, note } = close
    if (ctx.actor.role === 'user')
      return noteWithdrawnShift(tx, ctx, withdrawnCloseIdOf(shiftId), `Closed with ${formatCents(countedCents)} counted`)
    const shift = shiftOf(tx, shiftId)
    if (shift.closedAtMs !== null) throw refusal(posRefusals, 'SHIFT_CLOSED')
    tx.put(shifts, { ...shift, ...close, openDrawer: null, closedAtMs: ctx.nowMs, closedByUid: ctx.actor.uid })
    const differs = cents(countedCents - shift.expectedCents)
    const sides = [...intoDrawer(differs, 'over_short'), ...intoDrawer(cents(leftCents - countedCents), 'safe')]
    post(tx, ctx, { kind: 'shift_closed', sourceId: shiftId, sides })
    audit(tx, ctx, { action: 'pos.closeShift', subject: shiftId, after: { countedCents, leftCents, note } })
  },
})
