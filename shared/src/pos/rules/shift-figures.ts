import { type Cents, cents, sumCents } from '../../kernel/money.ts'
import type { RefundTender } from '../../sales/refund-schema.ts'
import { reducedCentsOf } from '../../sales/rules/reductions.ts'
import { byWay } from '../../sales/rules/tenders-left.ts'
import { type CashMove, type CashMoveKind, MAX_Z_MOVES, MAX_Z_PAYMENTS, type Shift, type ShiftFigures } from '../shift-schema.ts'
import { cashOf } from './shift-cash.ts'
import type { Taking } from './takings.ts'

/** The facts of one shift. */
export type ShiftFacts = { readonly takings: readonly Taking[]; readonly moves: readonly CashMove[] }

/** Selects the facts of a shift. */
export const factsOfShift = ({ takings, moves }: ShiftFacts, shiftId: string): ShiftFacts => ({
  takings: takings.filter((taking) => taking.shiftId === shiftId),
  moves: moves.filter((move) => move.shiftId === shiftId),
})

/** Reckons the figures of a shift from its facts: the X at this moment. Cash expected = opening + cash of sales − cash given back + in − out − taken
 *  to the safe. */
export function figuresOf({ openingCents }: Pick<Shift, 'openingCents'>, { takings, moves }: ShiftFacts): ShiftFigures {
  const of = (kind: Taking['kind']) => takings.filter((taking) => taking.kind === kind)
  const moved = (kind: CashMoveKind) => sumCents(moves.filter((move) => move.kind === kind).map(({ amountCents }) => amountCents))
  const [sales, returns, voids] = [of('sale'), of('return'), of('void')]
  const payments = byWay(takings.flatMap(({ tenders }) => tenders))
  const [inCents, outCents, dropCents] = [moved('in'), moved('out'), moved('drop')]
  return {
    salesCount: sales.length,
    salesCents: amountOf(sales),
    returnsCount: returns.length,
    returnsCents: cents(-amountOf(returns)),
    voidsCount: voids.length,
    voidsCents: cents(-amountOf(voids)),
    discountsCents: sumCents(sales.flatMap(({ sale }) => sale?.lines.map(({ reductions }) => reducedCentsOf(reductions)) ?? [])),
    taxCents: sumCents(takings.map(({ taxCents }) => taxCents)),
    payments: atMost(payments),
    openingCents,
    inCents,
    outCents,
    dropCents,
    noSaleCount: moves.filter(({ kind }) => kind === 'no_sale').length,
    moveIds: moves.map(({ id }) => id).slice(0, MAX_Z_MOVES),
    expectedCents: cents(openingCents + cashOf(payments) + inCents - outCents - dropCents),
  }
}

const amountOf = (takings: readonly Taking[]): Cents => sumCents(takings.map(({ amountCents }) => amountCents))

/** Adds the payments beyond the limit up as one, but never cash, which stands first. */
function atMost(payments: readonly RefundTender[]): ShiftFigures['payments'] {
  const sorted = [...payments].sort((a, b) => Number(b.kind === 'cash') - Number(a.kind === 'cash'))
  const [listed, rest] = [sorted.slice(0, MAX_Z_PAYMENTS), sorted.slice(MAX_Z_PAYMENTS)]
  return rest.length === 0
    ? listed
    : [...listed, { kind: 'other', label: 'All others', amountCents: sumCents(rest.map(({ amountCents }) => amountCents)) }]
}
