import { Text, TextInput } from '@mantine/core'
import type { Item } from '@shop/shared/inventory/schema.ts'
import { parseDollars, plainDollars, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { setAutoPriceCall } from '@shop/shared/trades/calls/marketplace.ts'
import { newestRule } from '@shop/shared/trades/rules/auto-price.ts'
import { PRICE_MISSING } from '@shop/shared/trades/rules/trade-form.ts'
import { autoPrices } from '@shop/shared/trades/schema.ts'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { useCall, useLive, usePendingActions } from '../sync/api.ts'
import { fieldsOf } from '../ui/error-message.ts'
import { FormModal } from '../ui/form-modal.tsx'
import { focusFirstWrong } from '../ui/use-shop-form.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { TradeForm } from './trade-form.tsx'

type Props = {
  readonly uid: string
  readonly item: Item
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}
type Texts = { readonly acceptAt?: string; readonly declineBelow?: string }

/** Sets the prices at which offers for a person's goods are accepted or declined automatically. */
export default function AutoPriceDialog(props: Props) {
  return (
    <FormModal title="Answer offers by price" onClose={props.onClose} size="md">
      <AutoPriceForm {...props} />
    </FormModal>
  )
}

function AutoPriceForm({ uid, item, onClose, onDone }: Props) {
  const { field, onSubmit, form } = useAutoPrice(uid, item, onDone)
  return (
    <TradeForm {...form} onSubmit={onSubmit} onClose={onClose} button="Save" offline="Prices can be changed when there is a connection.">
      <Text>
        Offers that others make for <bdi>“{item.itemName}”</bdi> on the marketplace, and for all your stock of this barcode. Leave a field
        empty to decide yourself.
      </Text>
      <TextInput
        label="Accept at this price per item or more"
        description="The items are deducted from your inventory at once."
        data-autofocus
        {...field('acceptAt')}
      />
      <TextInput label="Decline below this price per item" {...field('declineBelow')} />
    </TradeForm>
  )
}

function useSavedPrices(uid: string, barcode1: string): Required<Texts> {
  const rule = useLive((view) => newestRule(view.where(autoPrices, 'uid', uid), barcode1), [uid, barcode1])
  return {
    acceptAt: rule?.acceptAtCents ? plainDollars(rule.acceptAtCents) : '',
    declineBelow: rule?.declineBelowCents ? plainDollars(rule.declineBelowCents) : '',
  }
}

/** Null for an empty field; an unreadable amount becomes 0, which the form refuses. */
const priceOf = (text: string) => (text.trim() === '' ? null : (parseDollars(text) ?? ZERO_CENTS))

function useAutoPrice(uid: string, item: Item, onDone: (message: string) => void) {
  const call = useCall()
  const { syncNow } = usePendingActions()
  // an untouched field follows the saved rule, which another phone may change
  const [typed, setTyped] = useState<Texts>({})
  const texts = { ...useSavedPrices(uid, item.barcode1), ...typed }
  const [errors, setErrors] = useState<Texts>({})
  const { submit, changed, ...state } = useSubmit('Error: ')
  const element = useRef<HTMLFormElement>(null)

  const field = (name: keyof Texts) => ({
    inputMode: 'decimal' as const,
    leftSection: '$',
    value: texts[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      changed()
      setErrors({})
      setTyped({ ...typed, [name]: event.currentTarget.value })
    },
  })
  const send = async () => {
    const body = { acceptAt: priceOf(texts.acceptAt), declineBelow: priceOf(texts.declineBelow) }
    const wrong = {
      ...(body.acceptAt === ZERO_CENTS && { acceptAt: PRICE_MISSING }),
      ...(body.declineBelow === ZERO_CENTS && { declineBelow: PRICE_MISSING }),
    }
    focusFirstWrong(element.current, () => setErrors(wrong))
    if (Object.keys(wrong).length > 0) return
    let message = ''
    const isDone = await submit(async () => {
      try {
        message = (await call(setAutoPriceCall, { params: { itemId: item.id }, body })).message
      } catch (thrown) {
        setErrors(fieldsOf(thrown))
        throw thrown
      }
    })
    if (!isDone) return
    void syncNow()
    onDone(message)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return { field, onSubmit, form: { element, ...state } }
}
