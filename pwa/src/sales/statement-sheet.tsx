import { type Cents, formatCents } from '@shop/shared/kernel/money.ts'
import { boundsOfDate } from '@shop/shared/kernel/shop-day.ts'
import { PrintSheet } from '../ui/print-sheet.tsx'
import { useMoments } from '../ui/use-moments.ts'
import { useShopSettings } from '../ui/use-shop-settings.ts'
import classes from './history.module.css'
import { STATUS } from './history-columns.tsx'
import { correctionOf } from './history-entries.ts'
import { HistorySums } from './history-sums.tsx'
import type { History } from './use-history.ts'

type Props = { readonly history: History; readonly name: string; readonly onDone: () => void }

export function StatementSheet({ history: { inPeriod: entries, period, otherCents, availableCents }, name, onDone }: Props) {
  const { timeZone, shopName } = useShopSettings()
  const { day } = useMoments()
  const dates = entries.map(({ atMs }) => day(atMs))
  const dayOf = (date: string) => {
    const bounds = boundsOfDate(date, timeZone)
    return bounds && day(bounds.fromMs)
  }
  return (
    <PrintSheet size="auto" margin="15mm" onDone={onDone}>
      <article className={classes.sheet}>
        <h1>Statement</h1>
        <p>
          {shopName !== '' && <strong>{shopName}</strong>} for <bdi>{name}</bdi>, {dayOf(period.from) ?? dates.at(-1)} to{' '}
          {dayOf(period.to) ?? dates[0]}
        </p>
        <table>
          <thead>
            <tr>
              <th>Date</th>
              <th>What</th>
              <th>Status</th>
              <th className={classes.number}>Price</th>
              <th className={classes.number}>Balance</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, index) => (
              <tr key={`${entry.kind} ${entry.id}`}>
                <td>{dates[index]}</td>
                <td>
                  <bdi>{entry.title}</bdi> (<bdi>{entry.detail}</bdi>)
                </td>
                <td>{STATUS[entry.status].text}</td>
                <td className={classes.number}>
                  {entry.kind === 'sale' && formatCents(entry.sale.salePriceCents)}
                  <Correction word="booked" cents={correctionOf(entry).bookedPriceCents} />
                </td>
                <td className={classes.number}>
                  {entry.amountCents !== null && formatCents(entry.amountCents)}
                  <Correction word="corrected" cents={correctionOf(entry).correctedPayoutCents} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={classes.number}>
          <HistorySums entries={entries} otherCents={otherCents} availableCents={availableCents} />
        </p>
      </article>
    </PrintSheet>
  )
}

/** The amount as booked or as corrected, in brackets; nothing for null. */
const Correction = ({ word, cents }: { readonly word: string; readonly cents: Cents | null }) =>
  cents !== null && ` (${word} ${formatCents(cents)})`
