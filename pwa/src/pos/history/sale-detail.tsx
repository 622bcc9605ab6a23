import { Button, Modal, Textarea } from '@mantine/core'
import { formatCents } from '@shop/shared/kernel/money.ts'
import { tenderName } from '@shop/shared/pos/rules/tender-name.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { voidPosSale } from '@shop/shared/sales/commands/void-pos-sale.ts'
import type { Goods } from '@shop/shared/sales/rules/returned-pieces.ts'
import { saleReferenceOf } from '@shop/shared/sales/rules/sale-reference.ts'
import { lineTotals } from '@shop/shared/sales/rules/totals.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useDevice, useRunCommand } from '../../sync/api.ts'
import { GoodsField } from '../../ui/goods-field.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { useWindow } from '../../ui/use-window.ts'
import { useCashierName } from '../queries.ts'
import type { useReceipt } from '../receipt/use-receipt.tsx'
import { changeCents } from '../tender/tender-math.ts'
import classes from './history.module.css'
import { SaleState } from './sale-state.tsx'

type Props = { readonly sale: PosSale; readonly receipts: ReturnType<typeof useReceipt>; readonly onClose: () => void }

export function SaleDetail({ sale, receipts, onClose }: Props) {
  const close = useWindow(onClose)
  const { day, moment } = useMoments()
  const cashier = useCashierName(sale.byUid)
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
      <Lines sale={sale} />
      <Sums sale={sale} />
      <div className={classes.actions}>
        <Button variant="light" leftSection={<IconPrinter size="1.25rem" />} onClick={() => receipts.print(sale, true)}>
          Reprint
        </Button>
        <Button variant="default" onClick={() => receipts.show(sale, true)}>
          Show receipt
        </Button>
      </div>
      {sale.voidedAtMs === null && <VoidSale sale={sale} />}
    </Modal>
  )
}

type SaleProps = { readonly sale: PosSale }

function Lines({ sale }: SaleProps) {
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
          {sale.lines.map((line) => {
            const totals = lineTotals(line, sale.taxRateBps)
            return (
              <tr key={line.id}>
                <td>
                  <bdi>{line.itemName}</bdi>
                  <small>
                    <bdi>{line.consignorId === null ? 'Shop' : `${line.consignorName} ${line.consignorPercentage}%`}</bdi>
                  </small>
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

function Sums({ sale }: SaleProps) {
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

function VoidSale({ sale }: SaleProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [isKept, setKept] = useState(false)
  if (!isAsking)
    return (
      <Button mt="sm" variant="default" className={classes.voidButton} autoFocus={isKept} onClick={() => setIsAsking(true)}>
        Void this sale…
      </Button>
    )
  const keep = () => {
    setIsAsking(false)
    setKept(true)
  }
  return <VoidForm sale={sale} onKeep={keep} />
}

/** Voids a sale after a confirmation that names the receipt, asks where the goods are, and requires a reason. */
function VoidForm({ sale, onKeep }: SaleProps & { readonly onKeep: () => void }) {
  const { newId } = useDevice()
  const runCommand = useRunCommand()
  const field = useRef<HTMLTextAreaElement>(null)
  const [commandId] = useState(newId)
  const reference = saleReferenceOf(sale)
  const [goods, setGoods] = useState<Goods>('back')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const run = async () => {
    if (reason.trim() === '') {
      field.current?.focus()
      return setProblem('Please enter a reason')
    }
    try {
      await runCommand(voidPosSale, { ...reference, reason, goods }, { id: commandId })
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown))
    }
  }
  return (
    <form
      className={classes.voiding}
      aria-label={`Void receipt ${sale.receiptNumber}`}
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <strong>
        Void receipt {sale.receiptNumber} of {formatCents(sale.totalCents)}?
      </strong>
      <span>Every payout of this sale is taken back. The receipt stays in the list, marked void.</span>
      {reference.itemIds.length > 0 && <GoodsField value={goods} onChange={setGoods} />}
      <Textarea
        ref={field}
        size="md"
        label="Reason"
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        autoFocus
        value={reason}
        error={problem}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button type="submit" color="red.8">
          Void receipt {sale.receiptNumber}
        </Button>
        <Button variant="default" onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </form>
  )
}
