import { Checkbox, Group, Stack, Text } from '@mantine/core'
import { nameOf, users } from '@shop/shared/accounts/schema.ts'
import { discrepancies, items } from '@shop/shared/inventory/schema.ts'
import { derivedId, hash32 } from '@shop/shared/kernel/ids.ts'
import { formatCents, sumCents } from '@shop/shared/kernel/money.ts'
import { tenderName } from '@shop/shared/pos/rules/tender-name.ts'
import { type PosSaleLine, posSales, type SuspendedSale, suspendedSales } from '@shop/shared/pos/schema.ts'
import { settleSuspendedArgs, settleSuspendedSale } from '@shop/shared/sales/commands/settle-suspended-sale.ts'
import { netCentsOf } from '@shop/shared/sales/rules/reductions.ts'
import type { Goods } from '@shop/shared/sales/rules/returned-pieces.ts'
import { saleTotals } from '@shop/shared/sales/rules/totals.ts'
import { type FormEvent, useState } from 'react'
import { useLive, useRunCommand, type View } from '../../sync/api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { counted } from '../../ui/counted.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { GoodsField } from '../../ui/goods-field.tsx'
import { GOODS } from '../../ui/goods-words.ts'
import { MoneyText } from '../../ui/money-text.tsx'
import { BEARERS, ReductionName } from '../../ui/reduction-name.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { useNames } from '../../ui/use-names.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { DECISIONS, type Decision, onWhoseDevice, receivedWords } from './discrepancy-words.ts'
import { NoteField, WhatToDoField } from './settle-fields.tsx'

type Props = { readonly sale: SuspendedSale; readonly onClose: () => void; readonly onDone: (message: string) => void }

/** All sales of this seller that wait, the earliest first. */
const waitingOf = (view: View, { byUid }: SuspendedSale): readonly SuspendedSale[] =>
  view
    .all(suspendedSales)
    .filter((one) => one.byUid === byUid && one.settledAtMs === null)
    .sort((a, b) => a.soldAtMs - b.soldAtMs)

/** Reasons against accepting a sale, as sentences. */
function doubtsOf(view: View, sale: SuspendedSale): readonly string[] {
  const again = view.where(posSales, 'cartId', sale.cartId).find(({ voidedAtMs }) => voidedAtMs === null)
  const undone = view.where(discrepancies, 'saleId', sale.id).find((one) => one.kind === 'void_withdrawn' && one.settledAtMs === null)
  return [
    ...(again ? [`The same cart was also sold with receipt ${again.receiptNumber}.`] : []),
    ...(undone ? [`The seller undid this sale${undone.note ? `: ${undone.note}` : '.'}`] : []),
  ]
}

/** Says what several sales pay together, and how many of them an admin should rather look at one by one. */
function togetherOf(view: View, sales: readonly SuspendedSale[]): string {
  const isOdd = (sale: SuspendedSale) => doubtsOf(view, sale).length > 0 || sale.lines.some((line) => ownersOf(view, line).owner !== null)
  const oddCount = sales.filter(isOdd).length
  const payoutCents = sumCents(sales.map(({ lines, taxRateBps }) => saleTotals(lines, taxRateBps).payoutCents))
  const pay = `Together they pay consignors ${formatCents(payoutCents)}.`
  return oddCount === 0
    ? pay
    : `${pay} ${counted(oddCount, 'sale needs', 'sales need')} a look of ${oddCount === 1 ? 'its' : 'their'} own first.`
}

/** Window in which an admin accepts or rejects a sale of somebody who is no admin, or all waiting sales of that seller together. */
export function SuspendedSaleWindow(props: Props) {
  return (
    <FormModal title={`Sale ${props.sale.receiptNumber} waits for you`} onClose={props.onClose}>
      <SuspendedSaleForm {...props} />
    </FormModal>
  )
}

const DECISION_CHOICES = (['accept', 'reject'] as const).map((value) => ({
  value,
  label: DECISIONS[value].label,
  description: DECISIONS[value].effect,
}))

function SuspendedSaleForm({ sale, onClose, onDone }: Props) {
  const doubts = useLive((view) => doubtsOf(view, sale), [sale])
  const nowWaiting = useLive((view) => waitingOf(view, sale), [sale])
  // leaves out sales that arrive while the window is open, because the admin has not seen them
  const [shown] = useState(nowWaiting)
  const waiting = shown.filter(({ id }) => nowWaiting.some((one) => one.id === id))
  const together = useLive((view) => togetherOf(view, shown), [shown])
  const [decision, setDecision] = useState<Decision>('accept')
  const [goods, setGoods] = useState<Goods>('back')
  const [isForAll, setForAll] = useState(false)
  const [note, setNote] = useState('')
  const seller = useNames('Unknown')(sale.byUid)
  const confirmRejection = useConfirmRejection()
  const run = useRunCommand()
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')
  const edit = (apply: () => void) => {
    changed()
    apply()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const settled = isForAll ? waiting : [sale]
    if (decision === 'reject' && !(await confirmRejection(settled, goods))) return
    const isDone = await submit(async ({ commandId }) => {
      for (const one of settled)
        await run(settleSuspendedSale, settleSuspendedArgs(one, decision, note, goods), { id: derivedId(commandId, hash32(one.id)) })
    })
    if (isDone) onDone(`${counted(settled.length, 'sale')} ${DECISIONS[decision].done}`)
  }

  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        <What sale={sale} seller={seller} />
        {doubts.map((doubt) => (
          <Text key={doubt} c="var(--shop-bad)">
            {doubt}
          </Text>
        ))}
        <WhatToDoField value={decision} choices={DECISION_CHOICES} onChange={(chosen) => edit(() => setDecision(chosen))} />
        {decision === 'reject' && <GoodsField value={goods} onChange={(chosen) => edit(() => setGoods(chosen))} />}
        {waiting.length > 1 && (
          <Checkbox
            checked={isForAll}
            onChange={({ currentTarget: { checked } }) => edit(() => setForAll(checked))}
            description={together}
            label={`All ${counted(waiting.length, 'waiting sale')} of ${seller}, ${formatCents(sumCents(waiting.map(({ totalCents }) => totalCents)))}`}
          />
        )}
        <NoteField value={note} onChange={(typed) => edit(() => setNote(typed))} />
        <FormFoot
          {...{ problem, busy }}
          onClear={forget}
          onCancel={onClose}
          label={DECISIONS[decision].label}
          isIrreversible={decision === 'reject'}
        />
      </Stack>
    </form>
  )
}

function useConfirmRejection(): (sales: readonly SuspendedSale[], goods: Goods) => Promise<boolean> {
  const confirm = useConfirm()
  return (sales, goods) =>
    confirm({
      title: sales.length === 1 ? `Reject sale ${sales[0]?.receiptNumber}?` : `Reject ${counted(sales.length, 'sale')}?`,
      body: `${sales.length === 1 ? '' : 'For all of them: '}${GOODS[goods].effect} Nobody is paid. This cannot be undone.`,
      confirmLabel: 'Reject',
      tone: 'bad',
    })
}

function What({ sale, seller }: { readonly sale: SuspendedSale; readonly seller: string }) {
  const { moment } = useMoments()
  const received = receivedWords(sale, moment)
  const isKnown = useLive((view) => view.get(users, sale.byUid) !== undefined, [sale.byUid])
  return (
    <Stack gap="xs">
      <Text c="dimmed">
        Sold by <bdi>{seller}</bdi> on {moment(sale.soldAtMs)}, {onWhoseDevice(isKnown)}.
      </Text>
      {received !== null && <Text c="dimmed">{received}</Text>}
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="What was sold">
        {sale.lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </Stack>
      {sale.tenders.map((tender, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: payments of a finished sale have no id and never move
        <Group key={index} justify="space-between" wrap="nowrap" c="dimmed">
          <Text style={{ overflowWrap: 'anywhere' }}>
            Paid: <bdi>{tenderName(tender)}</bdi>
          </Text>
          <MoneyText cents={tender.amountCents} />
        </Group>
      ))}
      <Group justify="space-between" wrap="nowrap" fw="bold">
        <Text inherit>Total</Text>
        <MoneyText cents={sale.totalCents} look="strong" />
      </Group>
    </Stack>
  )
}

/** Names the person whom a line pays, and the owner of the goods when the owner is somebody else. The names come from the accounts, because the
 *  names in the sale are only the seller's word. */
function ownersOf(view: View, { itemId, consignorId }: PosSaleLine): { readonly paid: string; readonly owner: string | null } {
  const nameBy = (uid: string | null) => {
    if (uid === null) return 'Shop'
    const user = view.get(users, uid)
    return user ? nameOf(user) : 'Unknown'
  }
  const item = itemId === null ? undefined : view.get(items, itemId)
  const isSame = consignorId === (item?.consignorId ?? null)
  const owner = item ? `Belongs to ${nameBy(item.consignorId)}` : 'The inventory has no such item'
  return { paid: nameBy(consignorId), owner: isSame ? null : owner }
}

function Line({ line }: { readonly line: PosSaleLine }) {
  const { paid, owner } = useLive((view) => ownersOf(view, line), [line])
  return (
    <Group component="li" justify="space-between" align="flex-start" wrap="nowrap">
      <div>
        <Text style={{ overflowWrap: 'anywhere' }}>
          {line.quantity > 1 && `${line.quantity} × `}
          <bdi>{line.itemName}</bdi>
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{paid}</bdi>
          {line.consignorId !== null && ` ${line.consignorPercentage}%`}
        </Text>
        {line.reductions?.map((reduction) => (
          <Text key={reduction.scope} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <ReductionName reduction={reduction} />
            {line.consignorId !== null && ` · ${BEARERS[reduction.bearer]}`}
          </Text>
        ))}
        {owner !== null && (
          <Text size="sm" c="var(--shop-bad)" style={{ overflowWrap: 'anywhere' }}>
            <bdi>{owner}</bdi>
          </Text>
        )}
      </div>
      <MoneyText cents={netCentsOf(line)} />
    </Group>
  )
}
