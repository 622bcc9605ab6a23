import { cents, formatCents, sumCents } from '@shop/shared/kernel/money.ts'
import { countedSales, isWithin, type Period } from '@shop/shared/pos/rules/counted-sales.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { totalsByTender } from '../tender/tender-math.ts'
import classes from './history.module.css'

type Props = { readonly sales: readonly PosSale[]; readonly period: Period }

export function SalesSummary({ sales, period }: Props) {
  const { standing, takenBack } = countedSales(sales, period)
  const voided = sales.filter(({ voidedAtMs }) => isWithin(voidedAtMs, period)).length
  const sumOf = (field: 'totalCents' | 'taxCents' | 'payoutCents') =>
    formatCents(cents(sumCents(standing.map((sale) => sale[field])) - sumCents(takenBack.map((sale) => sale[field]))))
  const tendersOf = (of: readonly PosSale[]) => of.flatMap((sale) => sale.tenders)
  return (
    <dl className={classes.summary}>
      <Figure name="Sales" value={String(standing.length)} note={voided > 0 ? `${voided} void` : undefined} />
      <Figure name="Total" value={sumOf('totalCents')} />
      <Figure name="Tax" value={sumOf('taxCents')} />
      <Figure name="To consignors" value={sumOf('payoutCents')} />
      {totalsByTender(tendersOf(standing), tendersOf(takenBack)).map((tender) => (
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
