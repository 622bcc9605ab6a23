import { type Cents, cents, formatCents, sumCents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { cashOf } from '@shop/shared/pos/rules/shift-cash.ts'
import { tenderName } from '@shop/shared/pos/rules/tender-name.ts'
import type { CashMoveKind, Shift, ShiftFigures } from '@shop/shared/pos/shift-schema.ts'
import { counted } from '../../ui/counted.ts'

type MoveWords = { readonly label: string; readonly button: string; readonly effect: string; readonly reason: string }

/** Words for the moves of cash, in the order of their buttons. `reason`: an example of one. */
export const MOVES: Readonly<Record<CashMoveKind, MoveWords>> = {
  in: {
    label: 'Cash in',
    button: 'Record cash in',
    effect: 'Money from the safe or the bank that you put into the drawer, such as change.',
    reason: 'Change',
  },
  out: { label: 'Cash out', button: 'Record cash out', effect: 'An expense that you pay from the drawer.', reason: 'Stamps' },
  drop: {
    label: 'To the safe',
    button: 'Take to the safe',
    effect: 'Money that you take out of the drawer and into the safe.',
    reason: 'Too much in the drawer',
  },
  no_sale: {
    label: 'No sale',
    button: 'Record no sale',
    effect: 'Notes that the drawer was opened without a sale.',
    reason: 'Changed a note',
  },
}

/** Words for cash that is more or less than it should be. */
export function differenceWords(differenceCents: Cents): string {
  if (differenceCents === 0) return 'Exact'
  return differenceCents < 0 ? `${formatCents(cents(-differenceCents))} short` : `${formatCents(differenceCents)} over`
}

/** Tone of cash that is more or less than it should be. `exact`: the tone of a count that fits. */
export const differenceTone = <Exact extends string>(differenceCents: Cents, exact: Exact): Exact | 'bad' | 'warn' =>
  differenceCents === 0 ? exact : differenceCents < 0 ? 'bad' : 'warn'

/** Words for an opening amount that differs from what the last shift left; null when it does not. */
export function openingWords(openingCents: Cents, leftCents: Cents): string | null {
  if (openingCents === leftCents) return null
  const [less, more] = [leftCents - openingCents, openingCents - leftCents]
  return less > 0
    ? `${formatCents(cents(less))} less than the last shift left`
    : `${formatCents(cents(more))} more than the last shift left`
}

/** Difference of a closed shift as it was printed; null while it is open. */
export const differenceOf = ({ countedCents, z }: Pick<Shift, 'countedCents' | 'z'>): Cents | null =>
  countedCents === null || z === null ? null : cents(countedCents - z.expectedCents)

/** Says what came after the close, from a device that was offline: "+$12.00, 1 sale"; null for nothing. `now`: the figures from the present rows. */
export function lateWords({ expectedCents, z }: Pick<Shift, 'expectedCents' | 'z'>, now: ShiftFigures): string | null {
  if (z === null) return null
  const lateCents = cents(expectedCents - z.expectedCents)
  const more = (count: number, before: number, one: string) => (count > before ? [counted(count - before, one)] : [])
  const parts = [
    ...(lateCents === 0 ? [] : [`${lateCents > 0 ? '+' : ''}${formatCents(lateCents)}`]),
    ...more(now.salesCount, z.salesCount, 'sale'),
    ...more(now.returnsCount, z.returnsCount, 'return'),
    ...more(now.voidsCount, z.voidsCount, 'void'),
    ...more(now.moveIds.length, z.moveIds.length, 'cash move'),
  ]
  return parts.length === 0 ? null : parts.join(', ')
}

/** A line of a report; `note` is a count. */
export type FigureRow = { readonly name: string; readonly note?: string; readonly amountCents: Cents; readonly isSum?: boolean }

const taken = (amountCents: Cents): Cents => cents(-amountCents)

/** The lines of an X or Z about sales: what was sold and given back, the tax within, and what discounts took off. */
export function saleRows(figures: ShiftFigures): readonly FigureRow[] {
  const { salesCount, salesCents, returnsCount, returnsCents, voidsCount, voidsCents, discountsCents = ZERO_CENTS, taxCents } = figures
  return [
    { name: 'Sales', note: String(salesCount), amountCents: salesCents },
    { name: 'Returns', note: String(returnsCount), amountCents: taken(returnsCents) },
    { name: 'Voids', note: String(voidsCount), amountCents: taken(voidsCents) },
    { name: 'Total', amountCents: sumCents([salesCents, taken(returnsCents), taken(voidsCents)]), isSum: true },
    { name: 'Sales tax included', amountCents: taxCents },
    ...(discountsCents > 0 ? [{ name: 'Discounts given', amountCents: discountsCents }] : []),
  ]
}

/** The lines about payments, less what was given back. */
export const paymentRows = ({ payments }: ShiftFigures): readonly FigureRow[] =>
  payments.map((payment) => ({ name: tenderName(payment), amountCents: payment.amountCents }))

/** The lines from the opening amount to the cash that should be in the drawer. */
export function cashRows({ openingCents, payments, inCents, outCents, dropCents, expectedCents }: ShiftFigures): readonly FigureRow[] {
  return [
    { name: 'Opened with', amountCents: openingCents },
    { name: 'Cash of sales, less given back', amountCents: cashOf(payments) },
    { name: 'Cash in', amountCents: inCents },
    { name: 'Cash out', amountCents: taken(outCents) },
    { name: 'To the safe', amountCents: taken(dropCents) },
    { name: 'Expected in the drawer', amountCents: expectedCents, isSum: true },
  ]
}
