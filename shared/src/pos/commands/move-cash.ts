import * as z from 'zod/mini'
import { discrepancies } from '../../inventory/schema.ts'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { cents, formatCents, nonNegativeCentsSchema } from '../../kernel/money.ts'
import { optionalText } from '../../kernel/text.ts'
import { post } from '../../sales/rules/ledger.ts'
import type { LedgerAccount } from '../../sales/schema.ts'
import { audit } from '../../settings/rules/audit.ts'
import { intoDrawer, noteCash, noteWithdrawnShift, withdrawnCashIdOf } from '../rules/shift-cash.ts'
import { type CashMoveKind, cashMoveKindSchema, cashMoves, shifts } from '../shift-schema.ts'

/** Sign of a move for the drawer, and the account on its other side. */
const EFFECTS: Readonly<Record<CashMoveKind, { readonly sign: 1 | -1; readonly account: LedgerAccount }>> = {
  in: { sign: 1, account: 'safe' },
  out: { sign: -1, account: 'expenses' },
  drop: { sign: -1, account: 'safe' },
  no_sale: { sign: 1, account: 'safe' },
}

/** Records cash put into a drawer, paid out of it or taken to the safe, and a drawer opened without a sale (law *Facts*). */
export const moveCash = defineCommand({
  name: 'pos.moveCash',
  args: z
    .object({
      moveId: idSchema,
      shiftId: idSchema,
      kind: cashMoveKindSchema,
      amountCents: nonNegativeCentsSchema,
      reason: optionalText(200),
    })
    .check(
      z.refine(({ kind, amountCents }) => kind === 'no_sale' || amountCents > 0, {
        message: 'Please enter an amount greater than 0',
        path: ['amountCents'],
      }),
      z.refine(({ kind, amountCents }) => kind !== 'no_sale' || amountCents === 0, {
        message: 'A drawer opened without a sale has no amount',
        path: ['amountCents'],
      }),
    ),
  roles: ['admin'],
  isFact: true,
  touches: ({ moveId, shiftId }) => [byId(cashMoves, moveId), byId(shifts, shiftId), byId(discrepancies, withdrawnCashIdOf(moveId))],
  run(tx, { moveId, ...move }, ctx) {
    const { shiftId, kind, amountCents, reason } = move
    if (ctx.actor.role === 'user')
      return noteWithdrawnShift(tx, ctx, withdrawnCashIdOf(moveId), `${WORDS[kind]} ${formatCents(amountCents)}${reason && `: ${reason}`}`)
    if (tx.get(cashMoves, moveId)) return
    const { sign, account } = EFFECTS[kind]
    const intoCents = cents(sign * amountCents)
    tx.put(cashMoves, { id: moveId, ...move, atMs: ctx.nowMs, byUid: ctx.actor.uid })
    post(tx, ctx, { kind: 'cash_moved', sourceId: shiftId, sides: intoDrawer(intoCents, account) })
    noteCash(tx, ctx, shiftId, intoCents)
    audit(tx, ctx, { action: 'pos.moveCash', subject: shiftId, after: { kind, amountCents, reason } })
  },
})

const WORDS: Readonly<Record<CashMoveKind, string>> = { in: 'Cash in', out: 'Cash out', drop: 'To the safe', no_sale: 'Drawer opened' }
