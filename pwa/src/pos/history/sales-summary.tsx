import { formatCents, sumCents } from '@shop/shared/kernel/money.ts'
import type { Period } from '@shop/shared/pos/rules/period.ts'
import { salesIn, type Taking, takingsIn } from '@shop/shared/pos/rules/takings.ts'
import { counted } from '../../ui/counted.ts'
import { totalsByTender } from '../tender/tender-math.ts'
import classes from './history.module.css'

/** `takings`: of this period. */
type Props = { readonly takings: readonly Taking[]; readonly period: Period }

export function SalesSummary({ takings, period }: Props) {
  const inside = takingsIn(takings, period)
  const countOf = (kind: Taking['kind']) => takings.filter((taking) => taking.kind === kind).length
  const [voided, returned] = [countOf('void'), countOf('return')]
  const notes = [...(voided > 0 ? [`${voided} void`] : []), ...(returned > 0 ? [counted(returned, 'return')] : [])]
  const sales = inside.reduce((sum, taking) => sum + salesIn(taking, period), 0)
  const sumOf = (field: 'amountCents' | 'taxCents' | 'payoutCents') => formatCents(sumCents(inside.map((taking) => taking[field])))
  return (
    <dl className={classes.summary}>
      <Figure name="Sales" value={String(sales)} note={notes.join(', ') || undefined} />
      <Figure name="Total" value={sumOf('amountCents')} />
      <Figure name="Tax" value={sumOf('taxCents')} />
      <Figure name="To consignors" value={sumOf('payoutCents')} />
      {totalsByTender(inside.flatMap(({ tenders }) => tenders)).map((tender) => (
        <Figure key={tender.name} name={tender.name} value={formatCents(tender.amountCents)} note={`${tender.count} ×`} />
      ))}
    </dl>
  )
}

function Figure({ name, value, note }: { name: string; value: string; note?: string | undefined }) {
  return (
    <div className={classes.figure}>
      <dt>
        <bdi>{name}</bdi> {note && <small>{note}</small>}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}
