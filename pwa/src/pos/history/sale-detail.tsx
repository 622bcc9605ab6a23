import { Button, Modal } from '@mantine/core'
import { type Cents, cents, formatCents, sumCents } from '@shop/shared/kernel/money.ts'
import { tenderName } from '@shop/shared/pos/rules/tender-name.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { voidPosSale } from '@shop/shared/sales/commands/void-pos-sale.ts'
import type { Refund } from '@shop/shared/sales/refund-schema.ts'
import { leftOf } from '@shop/shared/sales/rules/left-of-sale.ts'
import { saleReferenceOf } from '@shop/shared/sales/rules/sale-reference.ts'
import { lineTotals } from '@shop/shared/sales/rules/totals.ts'
import { IconArrowBackUp, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useRunCommand } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { BEARERS, ReductionName } from '../../ui/reduction-name.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { useWindow } from '../../ui/use-window.ts'
import { VoidSale } from '../../ui/void-sale.tsx'
import { useCashierName, useItems } from '../queries.ts'
import type { useReceipt } from '../receipt/use-receipt.tsx'
import { useOpenShift } from '../shift/use-open-shift.ts'
import { changeCents } from '../tender/tender-math.ts'
import classes from './history.module.css'
import { ReturnGoods } from './return-goods.tsx'
import { SaleReturns } from './sale-returns.tsx'
import { SaleState } from './sale-state.tsx'
import { givenBackCents, returnedPieces, useReturns, useSoldLines } from './use-returns.ts'

type Props = { readonly sale: PosSale; readonly receipts: ReturnType<typeof useReceipt>; readonly onClose: () => void }

export function SaleDetail({ sale, receipts, onClose }: Props) {
  const close = useWindow(onClose)
  const { day, moment } = useMoments()
  const cashier = useCashierName(sale.byUid)
  const returns = useReturns(sale.id)
  return (
    <Modal opened onClose={close} size="lg" closeButtonProps={{ 'aria-label': 'Close' }} title={`Sale ${sale.receiptNumber}`}>
      <div className={classes.detailMeta}>
        <span>{moment(sale.soldAtMs)}</span>
        <span>{sale.displayId}</span>
        <bdi>{cashier}</bdi>
        <span role="status">
          {sale.voidedAtMs === null ? <SaleState sale={sale} /> : <Tag tone="bad">Void since {day(sale.voidedAtMs)}</Tag>}
        </span>
      </div>
      <Lines sale={sale} returns={returns} />
      <Sums sale={sale} returns={returns} />
      <SaleReturns returns={returns} />
      <div className={classes.actions}>
        <Button variant="light" leftSection={<IconPrinter size="1.25rem" />} onClick={() => receipts.print(sale, true)}>
          Reprint
        </Button>
        <Button variant="default" onClick={() => receipts.show(sale, true)}>
          Show receipt
        </Button>
      </div>
      {sale.voidedAtMs === null && <Undoing sale={sale} hasReturns={returns.length > 0} />}
    </Modal>
  )
}

type SaleProps = { readonly sale: PosSale; readonly returns: readonly Refund[] }

function Lines({ sale, returns }: SaleProps) {
  const returned = returnedPieces(sale, returns)
  return (
    <div className={classes.tableBox}>
      <table className={classes.table} aria-label="Lines">
        <thead>
          <tr>
            <th>Item</th>
            <th data-number="">Qty</th>
            <th data-number="" data-wide="">
              Price
            </th>
            <th data-number="">Total</th>
            <th data-number="">Payout</th>
          </tr>
        </thead>
        <tbody>
          {sale.lines.map((line, index) => {
            const cameBack = returned[index] ?? 0
            const totals = lineTotals(line, sale.taxRateBps)
            return (
              <tr key={line.id}>
                <td>
                  <bdi>{line.itemName}</bdi>
                  <small>
                    <bdi>{line.consignorId === null ? 'Shop' : `${line.consignorName} ${line.consignorPercentage}%`}</bdi>
                  </small>
                  {line.reductions?.map((reduction) => (
                    <small key={reduction.scope}>
                      {formatCents(cents(-reduction.reducedCents))}: <ReductionName reduction={reduction} />
                      {line.consignorId !== null && ` · ${BEARERS[reduction.bearer]}`}
                    </small>
                  ))}
                  {cameBack > 0 && <small>{cameBack} returned</small>}
                </td>
                <td data-number="">{line.quantity}</td>
                <td data-number="" data-wide="">
                  {formatCents(line.unitPriceCents)}
                </td>
                <td data-number="">{formatCents(totals.totalCents)}</td>
                <td data-number="">{formatCents(totals.payoutCents)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Sums({ sale, returns }: SaleProps) {
  const change = changeCents(sale.tenders)
  return (
    <dl className={classes.sums}>
      <Sum name="Subtotal" value={formatCents(sale.subtotalCents)} />
      <Sum name="Tax" value={formatCents(sale.taxCents)} />
      <Sum name="Total" value={formatCents(sale.totalCents)} isStrong />
      {sale.tenders.map((tender, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: payments of a finished sale have no id and never move
        <Sum key={index} name={tenderName(tender)} value={formatCents(tender.givenCents ?? tender.amountCents)} />
      ))}
      {change > 0 && <Sum name="Change" value={formatCents(change)} />}
      {returns.length > 0 && <Sum name="Given back" value={formatCents(givenBackCents(returns))} isStrong />}
    </dl>
  )
}

function Sum({ name, value, isStrong }: { name: string; value: string; isStrong?: boolean }) {
  return (
    <div className={classes.sum} data-strong={isStrong || undefined}>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd>{value}</dd>
    </div>
  )
}

type UndoingProps = { readonly sale: PosSale; readonly hasReturns: boolean }

function Undoing({ sale, hasReturns }: UndoingProps) {
  const [isReturning, setReturning] = useState(false)
  const banner = useBanner()
  const left = useSoldLines(sale).map(leftOf)
  const isAllBack = left.every(({ quantity }) => quantity <= 0)
  const leftCents = sumCents(left.map(({ totalCents }) => totalCents))
  return (
    <div className={classes.undoing}>
      <Banner {...banner.props} />
      {!isAllBack && (
        <Button variant="default" leftSection={<IconArrowBackUp size="1.25rem" />} onClick={() => setReturning(true)}>
          Return goods…
        </Button>
      )}
      {(leftCents > 0 || !isAllBack) && <VoidPosSale sale={sale} leftCents={hasReturns ? leftCents : null} />}
      {isReturning && (
        <ReturnGoods
          sale={sale}
          onClose={() => setReturning(false)}
          onDone={(message) => {
            setReturning(false)
            banner.show(message)
          }}
        />
      )}
    </div>
  )
}

/** `leftCents`: money that returns left of the sale; null for a sale without a return. */
function VoidPosSale({ sale, leftCents }: { readonly sale: PosSale; readonly leftCents: Cents | null }) {
  const runCommand = useRunCommand()
  const shiftId = useOpenShift()?.id ?? null
  const reference = saleReferenceOf(sale)
  const hasGoods = useItems(reference.itemIds).length > 0
  return (
    <VoidSale
      opener="Void this sale…"
      label={`Void receipt ${sale.receiptNumber}`}
      question={`Void receipt ${sale.receiptNumber} of ${formatCents(sale.totalCents)}?`}
      effect={`Every payout of this sale is taken back. The receipt stays in the list, marked void.${leftCents === null ? '' : ` What came back before stays as it is: ${formatCents(leftCents)} are left to give back.`}`}
      hasGoods={hasGoods}
      onVoid={(answer, id) => runCommand(voidPosSale, { ...reference, ...answer, shiftId }, { id })}
    />
  )
}
