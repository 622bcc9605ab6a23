import { Stack, Textarea } from '@mantine/core'
import { formatCents, sumCents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import { refundSale } from '@shop/shared/sales/commands/refund-sale.ts'
import type { RefundGoods } from '@shop/shared/sales/refund-schema.ts'
import { leftOf, priceOfPieces } from '@shop/shared/sales/rules/left-of-sale.ts'
import type { RefundArgs } from '@shop/shared/sales/rules/refund-args.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useRunCommand } from '../../sync/api.ts'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { counted } from '../../ui/counted.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { focusFirstWrong } from '../../ui/use-shop-form.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { useOpenShift } from '../shift/use-open-shift.ts'
import { LateNote } from './late-note.tsx'
import classes from './return.module.css'
import { type ReturnLine, ReturnLines } from './return-lines.tsx'
import { PLACES } from './return-words.ts'
import { useReturns, useSoldLines } from './use-returns.ts'
import { useScannedPieces } from './use-scanned-pieces.ts'
import { WayField } from './way-field.tsx'
import { type WayBack, waysBack, wayWords } from './ways-back.ts'

type Props = {
  readonly sale: PosSale
  /** The pieces that came back, when they are known from a scan. */
  readonly start?: Scanned
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

type Scanned = { readonly itemId: string; readonly pieces: number }

/** Takes goods of a sale back and gives the money for them back. */
export const ReturnGoods = (props: Props) => (
  <FormModal title={`Return goods · receipt ${props.sale.receiptNumber}`} onClose={props.onClose}>
    <ReturnForm {...props} />
  </FormModal>
)

function ReturnForm({ sale, start, onClose, onDone }: Props) {
  const { lines, setPieces } = useReturnLines(sale, start)
  const { way, setKind, setLabel } = useWay(sale)
  const [goods, setGoods] = useState<RefundGoods>('shelf')
  const [reason, setReason] = useState('')
  const [wayProblem, setWayProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const run = useRunCommand()
  const shiftId = useOpenShift()?.id ?? null
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const totalCents = sumCents(lines.map(({ amountCents }) => amountCents))

  const edit = (apply: () => void) => {
    changed()
    setWayProblem(null)
    scanned.forget()
    apply()
  }
  const choose = (id: string, quantity: number) => edit(() => setPieces(id, quantity))
  const scanned = useScannedPieces(lines, choose)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (totalCents > 0 && way.kind === 'other' && way.label.trim() === '')
      return focusFirstWrong(form.current, () => setWayProblem('Please enter how it is given back'))
    const money = { shiftId, tenders: totalCents > 0 ? [{ ...way, amountCents: totalCents }] : [] }
    const args = { saleId: sale.id, receiptNumber: sale.receiptNumber, ...money, lines: argsOfLines(lines, goods, reason) }
    if (await submit(({ commandId, rowId }) => run(refundSale, { refundId: rowId, ...args }, { id: commandId })))
      onDone(totalCents > 0 ? `${formatCents(totalCents)} given back ${wayWords(way)}` : `${counted(pieces, 'piece')} taken back`)
  }

  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        <LateNote soldAtMs={sale.soldAtMs} />
        <ReturnLines lines={lines} onChange={choose} />
        <div className={classes.total} role="status">
          <span>To give back</span> <strong>{formatCents(totalCents)}</strong>
        </div>
        {(totalCents > 0 || pieces === 0) && (
          <WayField
            way={way}
            problem={wayProblem}
            onKind={(kind) => edit(() => setKind(kind))}
            onLabel={(label) => edit(() => setLabel(label))}
          />
        )}
        {lines.some(({ sold }) => sold.itemId !== null) && (
          <PlaceField lines={lines} value={goods} onChange={(chosen) => edit(() => setGoods(chosen))} />
        )}
        <Textarea
          size="md"
          label="Reason (optional)"
          description={lines.some(({ sold }) => sold.consignorId !== null) ? 'The consignor reads it, too.' : undefined}
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => edit(() => setReason(currentTarget.value))}
        />
        <FormFoot
          busy={busy}
          problem={problem ?? scanned.problem}
          whyNot={pieces === 0 ? 'Please choose what came back' : null}
          onClear={problem === null ? scanned.forget : forget}
          onCancel={onClose}
          label={totalCents === 0 && pieces > 0 ? `Take ${counted(pieces, 'piece')} back` : `Give back ${formatCents(totalCents)}`}
        />
      </Stack>
    </form>
  )
}

/** The lines of the sale with the pieces chosen. What was scanned is chosen from the start, and so is the only piece of a sale. */
function useReturnLines(sale: PosSale, start: Scanned | undefined) {
  const rows = useSoldLines(sale)
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(() => {
    const open = rows.filter((row) => leftOf(row).quantity > 0)
    const scanned = start && open.find(({ itemId }) => itemId === start.itemId)
    if (scanned) return new Map([[scanned.id, start.pieces]])
    const [only, ...others] = open
    return new Map(only && others.length === 0 && leftOf(only).quantity === 1 ? [[only.id, 1]] : [])
  })
  const lines = rows.map((sold): ReturnLine => {
    const left = leftOf(sold)
    // another device may take pieces back meanwhile
    const quantity = Math.max(0, Math.min(chosen.get(sold.id) ?? 0, left.quantity))
    return { sold, left, quantity, amountCents: quantity === 0 ? ZERO_CENTS : priceOfPieces(left, quantity) }
  })
  const setPieces = (id: string, quantity: number) => setChosen((before) => new Map(before).set(id, quantity))
  return { lines, setPieces }
}

/** The way in which the money goes back, at first the one in which most of the sale was paid. */
function useWay(sale: PosSale) {
  const ways = waysBack(sale, useReturns(sale.id))
  const labelOf = (kind: WayBack['kind']) => ways.find((one) => one.kind === kind)?.label ?? ''
  const [way, setWay] = useState<WayBack>(() => ways[0] ?? { kind: 'cash', label: '' })
  return {
    way,
    setKind: (kind: WayBack['kind']) => setWay({ kind, label: labelOf(kind) }),
    setLabel: (label: string) => setWay({ ...way, label }),
  }
}

const argsOfLines = (lines: readonly ReturnLine[], goods: RefundGoods, reason: string): RefundArgs['lines'] =>
  lines.flatMap(({ sold: { id: saleLineId, itemId, itemName, consignorId }, quantity, amountCents }) =>
    quantity === 0 ? [] : [{ saleLineId, itemId, itemName, consignorId, quantity, amountCents, goods, reason }],
  )

type PlaceProps = {
  readonly lines: readonly ReturnLine[]
  readonly value: RefundGoods
  readonly onChange: (value: RefundGoods) => void
}

function PlaceField({ lines, value, onChange }: PlaceProps) {
  const hasConsignor = lines.some(({ sold }) => sold.consignorId !== null)
  const places = (Object.keys(PLACES) as RefundGoods[]).filter((place) => place !== 'owner' || hasConsignor)
  const choices = places.map((place) => ({ value: place, label: PLACES[place].label, description: PLACES[place].effect }))
  return <ChoiceField label="Where are the goods now?" {...{ value, choices, onChange }} />
}
