import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { Item } from '@shop/shared/inventory/schema.ts'
import { parseDollars, plainDollars, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { changeAutoPrice } from '@shop/shared/trades/calls/marketplace.ts'
import { PRICE_MISSING } from '@shop/shared/trades/rules/trade-form.ts'
import { autoPrices } from '@shop/shared/trades/schema.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useCall, useLive, usePendingActions, useSyncStatus } from '../sync/api.ts'
import { fieldsOf } from '../ui/error-message.ts'
import { FormModal } from '../ui/form-modal.tsx'
import { FormProblem } from '../ui/form-problem.tsx'
import { focusFirstWrong } from '../ui/use-shop-form.ts'
import { useSubmit } from '../ui/use-submit.ts'

type Props = {
  readonly uid: string
  readonly item: Item
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}
type Errors = { acceptAt?: string; declineBelow?: string }

/** At which prices offers for one's goods are answered without asking. */
export default function AutoPriceDialog(props: Props) {
  return (
    <FormModal title="Answer offers by price" onClose={props.onClose} size="md">
      <AutoPriceForm {...props} />
    </FormModal>
  )
}

function AutoPriceForm({ uid, item, onClose, onDone }: Props) {
  const call = useCall()
  const { online } = useSyncStatus()
  const { syncNow } = usePendingActions()
  const rule = useLive(
    (view) => view.where(autoPrices, 'uid', uid).find(({ barcode1 }) => barcode1 === item.barcode1),
    [uid, item.barcode1],
  )
  // a field that nobody typed in follows the rule, which another phone may change
  const [typed, setTyped] = useState<{ readonly acceptAt?: string; readonly declineBelow?: string }>({})
  const acceptAt = typed.acceptAt ?? (rule?.acceptAtCents ? plainDollars(rule.acceptAtCents) : '')
  const declineBelow = typed.declineBelow ?? (rule?.declineBelowCents ? plainDollars(rule.declineBelowCents) : '')
  const [errors, setErrors] = useState<Errors>({})
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')
  const form = useRef<HTMLFormElement>(null)

  const field = (name: keyof Errors, value: string) => ({
    inputMode: 'decimal' as const,
    leftSection: '$',
    value,
    error: errors[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      changed()
      setErrors({})
      setTyped({ ...typed, [name]: event.currentTarget.value })
    },
  })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const [accept, decline] = [acceptAt, declineBelow].map((text) => (text.trim() === '' ? null : (parseDollars(text) ?? ZERO_CENTS)))
    const wrong: Errors = {
      ...(accept === 0 ? { acceptAt: PRICE_MISSING } : {}),
      ...(decline === 0 ? { declineBelow: PRICE_MISSING } : {}),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return focusFirstWrong(form.current)
    let message = ''
    const isDone = await submit(async () => {
      try {
        const body = { acceptAt: accept ?? null, declineBelow: decline ?? null }
        message = (await call(changeAutoPrice, { params: { itemId: item.id }, body })).message
      } catch (thrown) {
        setErrors(fieldsOf(thrown))
        throw thrown
      }
    })
    if (!isDone) return
    void syncNow()
    onDone(message)
  }
  return (
    <form ref={form} onSubmit={(event) => void send(event)} noValidate>
      <Stack>
        <Text>
          Offers that others make for <bdi>“{item.itemName}”</bdi> on the marketplace, and for all your stock of this barcode. Leave a field
          empty to decide yourself.
        </Text>
        <TextInput
          label="Accept at this price per item or more"
          description="The items are deducted from your inventory at once."
          data-autofocus
          {...field('acceptAt', acceptAt)}
        />
        <TextInput label="Decline below this price per item" {...field('declineBelow', declineBelow)} />
        <FormProblem text={problem} onClear={forget} />
        {!online && <Text c="dimmed">You are offline. Prices can be changed when there is a connection.</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={!online}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
