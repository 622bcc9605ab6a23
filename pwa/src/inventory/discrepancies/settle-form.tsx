import { Stack, Text, TextInput } from '@mantine/core'
import { users } from '@shop/shared/accounts/schema.ts'
import { settleDiscrepancy } from '@shop/shared/inventory/commands/settle-discrepancy.ts'
import { type SettleAction, settleActionsOf, settleArgs } from '@shop/shared/inventory/rules/settling.ts'
import { type Discrepancy, items } from '@shop/shared/inventory/schema.ts'
import { type PosSale, posSales } from '@shop/shared/pos/schema.ts'
import { type Goods, isAnsweredByUndo } from '@shop/shared/sales/rules/returned-pieces.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useLive, useRunCommand } from '../../sync/api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { GoodsField } from '../../ui/goods-field.tsx'
import { GOODS } from '../../ui/goods-words.ts'
import { promisedWords } from '../../ui/promised-words.ts'
import { focusFirstWrong } from '../../ui/use-shop-form.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { parseWhole } from '../item-form-values.ts'
import { ACTIONS, effectOf, STILL_OPEN, subjectOf, whatHappened } from './discrepancy-words.ts'
import { NoteField, WhatToDoField } from './settle-fields.tsx'

type Props = { readonly discrepancy: Discrepancy; readonly onClose: () => void; readonly onDone: (message: string) => void }

type Sale = Pick<PosSale, 'id' | 'lines' | 'receiptNumber'> | undefined

export function SettleForm({ discrepancy, onClose, onDone }: Props) {
  const sale = useLive((view) => (discrepancy.saleId === null ? undefined : view.get(posSales, discrepancy.saleId)), [discrepancy.saleId])
  const actions = settleActionsOf(discrepancy).filter((one) => one !== 'undo_sale' || (sale && sale.voidedAtMs === null))
  const [action, setAction] = useState<SettleAction>(actions[0] ?? 'accept')
  const [counted, setCounted] = useState('')
  const [goods, setGoods] = useState<Goods>('back')
  const staysOpen = useLive((view) => !isAnsweredByUndo(discrepancy, goods, view), [discrepancy, goods])
  const [note, setNote] = useState('')
  const [countProblem, setCountProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const confirmUndo = useConfirmUndo()
  const run = useRunCommand()
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')

  const edit = (apply: () => void) => {
    changed()
    apply()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const countedQuantity = action === 'correct_count' ? parseWhole(counted) : undefined
    if (action === 'correct_count' && (countedQuantity === undefined || countedQuantity < 0)) {
      focusFirstWrong(form.current, () => setCountProblem('Please enter the counted quantity'))
      return
    }
    if (action === 'undo_sale' && !(await confirmUndo(sale, goods))) return
    const args = settleArgs(discrepancy, { action, note, countedQuantity, goods }, sale)
    const done = action === 'undo_sale' && staysOpen ? STILL_OPEN[discrepancy.kind] : undefined
    if (await submit(({ commandId }) => run(settleDiscrepancy, args, { id: commandId })))
      onDone(done ?? `${ACTIONS[action].label}: settled`)
  }

  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        <WhatHappened discrepancy={discrepancy} sale={sale} />
        <WhatToDoField
          value={action}
          choices={actions.map((value) => ({ value, label: ACTIONS[value].label, description: effectOf(value, discrepancy) }))}
          onChange={(chosen) => {
            edit(() => setAction(chosen))
            setCountProblem(null)
          }}
        />
        {action === 'correct_count' && (
          <CountField
            itemId={discrepancy.itemId}
            value={counted}
            problem={countProblem}
            onChange={(typed) => {
              edit(() => setCounted(typed))
              setCountProblem(null)
            }}
          />
        )}
        {action === 'undo_sale' && <GoodsField value={goods} onChange={(chosen) => edit(() => setGoods(chosen))} />}
        <NoteField value={note} onChange={(typed) => edit(() => setNote(typed))} />
        <FormFoot
          {...{ problem, busy }}
          onClear={forget}
          onCancel={onClose}
          label={ACTIONS[action].label}
          isIrreversible={action === 'undo_sale'}
        />
      </Stack>
    </form>
  )
}

/** Asks before the whole sale is voided, because that affects more than the discrepancy. */
function useConfirmUndo(): (sale: Sale, goods: Goods) => Promise<boolean> {
  const confirm = useConfirm()
  return (sale, goods) =>
    confirm({
      title: `Undo sale ${sale?.receiptNumber ?? ''}?`,
      body: `${GOODS[goods].effect} What the sale paid to consignors is taken back. This cannot be undone.`,
      confirmLabel: 'Undo the sale',
      tone: 'bad',
    })
}

function WhatHappened({ discrepancy, sale }: { readonly discrepancy: Discrepancy; readonly sale: Sale }) {
  const isKnown = useLive((view) => view.get(users, discrepancy.openedByUid) !== undefined, [discrepancy.openedByUid])
  return (
    <div>
      <Text fw="bold" lineClamp={2}>
        {subjectOf(discrepancy, sale?.receiptNumber ?? '')}
      </Text>
      <Text size="sm" c="dimmed">
        {whatHappened(discrepancy, isKnown)}
      </Text>
    </div>
  )
}

type CountProps = {
  readonly itemId: string | null
  readonly value: string
  readonly problem: string | null
  readonly onChange: (typed: string) => void
}

function CountField({ itemId, value, problem, onChange }: CountProps) {
  const promisedCount = useLive((view) => (itemId === null ? 0 : view.get(items, itemId)?.promisedCount), [itemId])
  return (
    <TextInput
      label="Counted quantity"
      description={promisedWords(promisedCount)}
      withAsterisk
      inputMode="numeric"
      value={value}
      error={problem}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
