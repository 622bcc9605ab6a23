import { Stack, Text, TextInput } from '@mantine/core'
import type { User } from '@shop/shared/accounts/schema.ts'
import { CUSTOM_SALE_INCOMPLETE, recordCustomSale } from '@shop/shared/sales/commands/record-custom-sale.ts'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { useRunCommand } from '../../sync/api.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { focusFirstWrong } from '../../ui/use-shop-form.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { type CustomSaleTexts, checkCustomSale } from './custom-sale-values.ts'
import { shownName } from './person-list.ts'

type Props = { readonly user: User; readonly onClose: () => void; readonly onDone: (message: string) => void }

/** Records a sale of something that was never in the inventory. Works offline. */
export function CustomSaleForm({ user, onClose, onDone }: Props) {
  const [texts, setTexts] = useState<CustomSaleTexts>({ itemName: '', amount: '' })
  const [errors, setErrors] = useState<Partial<CustomSaleTexts>>({})
  const [isIncomplete, setIncomplete] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const run = useRunCommand()
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')

  const field = (name: keyof CustomSaleTexts) => ({
    value: texts[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      changed()
      setErrors({})
      setIncomplete(false)
      setTexts({ ...texts, [name]: event.currentTarget.value })
    },
  })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const checked = checkCustomSale(texts)
    if (!checked.ok) {
      if (checked.isIncomplete) setIncomplete(true)
      return focusFirstWrong(form.current, () => setErrors(checked.errors))
    }
    const { itemName, amountCents } = checked
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
        <TextInput label="Item Name" withAsterisk maxLength={500} data-autofocus {...field('itemName')} />
        <TextInput label="Amount" withAsterisk leftSection="$" inputMode="decimal" autoComplete="off" {...field('amount')} />
        <FormFoot
          problem={isIncomplete ? `Error: ${CUSTOM_SALE_INCOMPLETE}` : problem}
          onClear={() => (isIncomplete ? setIncomplete(false) : forget())}
          onCancel={onClose}
          busy={busy}
          label="Record Sale"
        />
      </Stack>
    </form>
  )
}
