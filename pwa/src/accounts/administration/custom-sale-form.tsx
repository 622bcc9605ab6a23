import { Stack, Text, TextInput } from '@mantine/core'
import type { User } from '@shop/shared/accounts/schema.ts'
import { parseDollars } from '@shop/shared/kernel/money.ts'
import { CUSTOM_SALE_INCOMPLETE, recordCustomSale } from '@shop/shared/sales/commands/record-custom-sale.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useRunCommand } from '../../sync/api.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { focusFirstWrong } from '../../ui/use-shop-form.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { shownName } from './person-list.ts'

type Props = { readonly user: User; readonly onClose: () => void; readonly onDone: (message: string) => void }

/** Record Custom Sale (spec §2): something that was never in the inventory. Works offline. */
export function CustomSaleForm({ user, onClose, onDone }: Props) {
  const [itemName, setItemName] = useState('')
  const [amount, setAmount] = useState('')
  const [wrong, setWrong] = useState<{ itemName?: string; amount?: string }>({})
  const [incomplete, setIncomplete] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const run = useRunCommand()
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')

  const change = (set: (text: string) => void) => (event: { currentTarget: { value: string } }) => {
    changed()
    setWrong({})
    setIncomplete(false)
    set(event.currentTarget.value)
  }
  const refuse = (fields: typeof wrong) => {
    setWrong(fields)
    focusFirstWrong(form.current)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const missing = { ...(itemName.trim() === '' ? { itemName: ' ' } : {}), ...(amount.trim() === '' ? { amount: ' ' } : {}) }
    if (Object.keys(missing).length > 0) {
      setIncomplete(true)
      refuse(missing)
      return
    }
    const amountCents = parseDollars(amount)
    if (amountCents === undefined || amountCents < 1) {
      refuse({ amount: 'Please enter an amount such as 12.50' })
      return
    }
    const args = { consignorId: user.id, itemName, amountCents }
    if (await submit(({ commandId, rowId }) => run(recordCustomSale, { saleId: rowId, ...args }, { id: commandId })))
      onDone('Sale recorded successfully')
  }
  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        <Text size="sm">
          For <bdi>{shownName(user)}</bdi>. The whole amount is credited to them.
        </Text>
        <TextInput
          label="Item Name"
          withAsterisk
          maxLength={500}
          data-autofocus
          value={itemName}
          error={wrong.itemName}
          onChange={change(setItemName)}
        />
        <TextInput
          label="Amount"
          withAsterisk
          leftSection="$"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          error={wrong.amount}
          onChange={change(setAmount)}
        />
        <FormFoot
          problem={incomplete ? `Error: ${CUSTOM_SALE_INCOMPLETE}` : problem}
          onClear={() => (incomplete ? setIncomplete(false) : forget())}
          onCancel={onClose}
          busy={busy}
          label="Record Sale"
        />
      </Stack>
    </form>
  )
}
