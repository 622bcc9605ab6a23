import { openDiscrepancy } from '../../inventory/rules/stock.ts'
import { discrepancies } from '../../inventory/schema.ts'
import { byId, type CommandContext, type CommandTx, type Touch } from '../../kernel/define-command.ts'
import { derivedId } from '../../kernel/ids.ts'
import { type Cents, cents, sumCents, ZERO_CENTS } from '../../kernel/money.ts'
import type { RefundTender } from '../../sales/refund-schema.ts'
import { post, type Side } from '../../sales/rules/ledger.ts'
import type { LedgerAccount } from '../../sales/schema.ts'
import { type Shift, shifts } from '../shift-schema.ts'

/** Adds up the cash of payments, without what was given as change. */
export const cashOf = (tenders: readonly RefundTender[]): Cents =>
  sumCents(tenders.filter(({ kind }) => kind === 'cash').map(({ amountCents }) => amountCents))

/** Names the shift of a fact; nothing for a fact outside any shift. */
export const touchesOfShift = (shiftId: string | null | undefined): Touch[] => (shiftId ? [byId(shifts, shiftId)] : [])

/** Makes the row of a shift whose opening has not arrived yet. */
const unopened = (id: string): Shift => ({
  id,
  number: 0,
  drawer: '',
  openDrawer: null,
  clientId: '',
  openedAtMs: null,
  openedByUid: null,
  openingCents: ZERO_CENTS,
  expectedCents: ZERO_CENTS,
  closedAtMs: null,
  closedByUid: null,
  countedCents: null,
  counts: [],
  leftCents: null,
  note: '',
  z: null,
})

/** Finds a shift, or makes the row of one whose opening has not arrived yet. */
export const shiftOf = (tx: CommandTx, id: string): Shift => tx.get(shifts, id) ?? unopened(id)

/** Lists the two sides of cash in the drawer: so much more lies in it, taken from the other account. */
export const intoDrawer = (amountCents: Cents, from: LedgerAccount): readonly Side[] => [
  { account: 'cash_drawer', uid: null, amountCents: cents(-amountCents) },
  { account: from, uid: null, amountCents },
]

/** Counts cash into a shift, or out of it when negative. What comes after the close was in the count already, so it corrects the difference of the
 *  count; the Z stays as it was printed. */
export function noteCash(tx: CommandTx, ctx: CommandContext, shiftId: string | null | undefined, amountCents: Cents): void {
  if (!shiftId || amountCents === 0) return
  const shift = shiftOf(tx, shiftId)
  tx.put(shifts, { ...shift, expectedCents: cents(shift.expectedCents + amountCents) })
  if (shift.closedAtMs !== null)
    post(tx, ctx, { kind: 'shift_late', sourceId: shiftId, sides: intoDrawer(cents(-amountCents), 'over_short') })
}

/** Derives the id of the question about a former admin's opening of a shift or cash move. */
export const withdrawnCashIdOf = (id: string): string => derivedId(id, -1)

/** Derives the id of the question about a former admin's close of a shift. */
export const withdrawnCloseIdOf = (shiftId: string): string => derivedId(shiftId, -2)

/** Records that a former admin moved cash or counted it. The books do not change, and a discrepancy of this id asks an admin to decide. */
export function noteWithdrawnShift(tx: CommandTx, ctx: CommandContext, id: string, note: string): void {
  if (!tx.get(discrepancies, id)) openDiscrepancy(tx, ctx, { id, kind: 'shift_withdrawn', note })
}

/** Writes the name of a drawer in lower case, by which it is compared. */
export const drawerKeyOf = (drawer: string): string => drawer.toLowerCase()

/** Derives the id of the question about a shift that was opened while another device had one of its drawer open. */
export const drawerTwiceIdOf = (shiftId: string): string => derivedId(shiftId, -3)

/** Asks an admin about a drawer in which two devices have a shift open. Both stand, because each has its own sales (law *Facts*). */
export function askIfTwice(tx: CommandTx, ctx: CommandContext, { id, drawer, clientId, openDrawer }: Shift): void {
  if (!openDrawer || tx.get(discrepancies, drawerTwiceIdOf(id))) return
  const others = tx.where(shifts, 'openDrawer', openDrawer).filter((shift) => shift.id !== id && shift.clientId !== clientId)
  if (others.length > 0) openDiscrepancy(tx, ctx, { id: drawerTwiceIdOf(id), kind: 'drawer_twice', itemName: drawer })
}
