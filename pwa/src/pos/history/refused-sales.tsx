import { Alert, Button } from '@mantine/core'
import { formatCents, sumCents } from '@shop/shared/kernel/money.ts'
import type { PosSaleLine, Tender } from '@shop/shared/pos/schema.ts'
import { saleTotals } from '@shop/shared/sales/rules/totals.ts'
import type { PendingEntry } from '../../sync/api.ts'
import { counted } from '../../ui/counted.ts'
import classes from './history.module.css'

type SaleArgs = {
  readonly saleId: string
  readonly receiptNumber?: string
  readonly lines?: readonly PosSaleLine[]
  readonly taxRateBps?: number
  readonly tenders?: readonly Pick<Tender, 'amountCents'>[]
}

type Props = { readonly entries: ReadonlyMap<string, PendingEntry>; readonly onRetry: (commandId: string) => void }

/** Refused sales, voids and returns stay here with the reason until somebody deals with them (law *Nothing lost*). */
export function RefusedSales({ entries, onRetry }: Props) {
  const refused = [...entries.values()].filter((entry) => entry.state === 'attention')
  if (refused.length === 0) return null
  return (
    <Alert color="red" title={counted(refused.length, 'sale needs attention', 'sales need attention')}>
      <ul className={classes.refused}>
        {refused.map((entry) => (
          <li key={entry.id}>
            <span>
              {describe(entry)}: {entry.result?.message ?? 'The server did not take it.'}
            </span>
            <Button color="red" variant="light" onClick={() => onRetry(entry.id)}>
              Send again
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function describe(entry: PendingEntry): string {
  const args = entry.args as SaleArgs
  if (entry.name === 'sales.voidPosSale') return 'Void'
  if (entry.name === 'sales.refund')
    return `Return on receipt ${args.receiptNumber ?? '?'} ${formatCents(sumCents((args.tenders ?? []).map((one) => one.amountCents)))}`
  const total = args.lines ? ` ${formatCents(saleTotals(args.lines, args.taxRateBps ?? 0).totalCents)}` : ''
  return `Receipt ${args.receiptNumber ?? '?'}${total}`
}
