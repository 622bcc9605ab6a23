import { formatCents, sumCents } from '@shop/shared/kernel/money.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { totalsByTender } from '../tender/tender-math.ts'
import classes from './history.module.css'

export function SalesSummary({ sales }: { readonly sales: readonly PosSale[] }) {
  const valid = sales.filter((sale) => sale.voidedAtMs === null)
  const tenders = totalsByTender(valid.flatMap((sale) => sale.tenders))
  const voided = sales.length - valid.length
  return (
    <dl className={classes.summary}>
      <Figure name="Sales" value={String(valid.length)} note={voided > 0 ? `${voided} void` : undefined} />
      <Figure name="Total" value={formatCents(sumCents(valid.map((sale) => sale.totalCents)))} />
      <Figure name="Tax" value={formatCents(sumCents(valid.map((sale) => sale.taxCents)))} />
      <Figure name="To consignors" value={formatCents(sumCents(valid.map((sale) => sale.payoutCents)))} />
      {tenders.map((tender) => (
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
