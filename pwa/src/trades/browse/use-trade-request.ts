import { type Address, addresses } from '@shop/shared/accounts/schema.ts'
import { Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { type Cents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { balances } from '@shop/shared/sales/schema.ts'
import { type MarketplaceItem, requestTradeCall } from '@shop/shared/trades/calls/marketplace.ts'
import { tradeRefusals } from '@shop/shared/trades/errors.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useCall, useLive, usePendingActions } from '../../sync/api.ts'
import { fieldsOf } from '../../ui/error-message.ts'
import { focusFirstWrong } from '../../ui/use-shop-form.ts'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { checkRequest, type RequestErrors, type RequestValues, summaryOf } from './request-values.ts'

const MAYBE_TAKEN = 'What was sent before may have been taken already. Please close this window and look at My Offers before you ask again.'

/** The shop's terms and the buyer's own rows on which a request depends. They may change while the form is open. */
function useBuyerTerms(uid: string) {
  const address = useLive((view) => view.where(addresses, 'uid', uid).find(({ isDefault }) => isDefault), [uid])
  const availableCents = useLive((view) => view.get(balances, uid)?.availableCents ?? ZERO_CENTS, [uid])
  const { tradeShippingCents, commissionBps, commissionPaidBy } = useShopSettings()
  return { address, availableCents, tradeShippingCents, commissionBps, commissionPaidBy }
}

/** Sends a request, always under the same id, so that a second click or a retry is the same trade. */
function useSendRequest(item: MarketplaceItem) {
  const call = useCall()
  const tradeId = useTradeId()
  return async (asked: {
    readonly quantity: number
    readonly pricePerItem: Cents
    readonly totalCost: Cents | undefined
    readonly providesOwnShipping: boolean
    readonly address: Address
  }): Promise<string> => {
    const { address, ...terms } = asked
    const { name, street, city, state, zip, country } = address
    const shippingAddress = { name, street, city, state, zip, country }
    const { itemName, barcode1: itemBarcode, link: itemLink, imageUrl } = item
    try {
      return (await call(requestTradeCall, { body: { id: tradeId, itemName, itemBarcode, ...terms, shippingAddress, itemLink, imageUrl } }))
        .message
    } catch (thrown) {
      if (thrown instanceof Refusal && thrown.code === 'TRADE_EXISTS')
        throw refusal(tradeRefusals, 'TRADE_EXISTS', { message: MAYBE_TAKEN })
      throw thrown
    }
  }
}

export function useTradeRequest(uid: string, item: MarketplaceItem, onDone: (message: string) => void) {
  const { syncNow } = usePendingActions()
  const { address, availableCents, ...terms } = useBuyerTerms(uid)
  const sendRequest = useSendRequest(item)
  const [values, setValues] = useState<RequestValues>({ quantity: '1', price: '', providesOwnShipping: false })
  const [errors, setErrors] = useState<RequestErrors>({})
  const { submit, changed, ...state } = useSubmit('Error: ', 'Failed to create trade request')
  const element = useRef<HTMLFormElement>(null)
  const summary = summaryOf(values, { max: item.totalQuantity, ...terms })

  const change = (next: Partial<RequestValues>) => {
    changed()
    setErrors({})
    setValues({ ...values, ...next })
  }
  const mark = (wrong: RequestErrors) => focusFirstWrong(element.current, () => setErrors(wrong))
  const send = async () => {
    const checked = checkRequest(values, item.totalQuantity)
    if (!checked.ok) return mark(checked.errors)
    if (!address) return
    const { quantity, priceCents: pricePerItem } = checked
    const { providesOwnShipping } = values
    let message = ''
    const isDone = await submit(async () => {
      try {
        message = await sendRequest({ quantity, pricePerItem, totalCost: summary?.totalCents, providesOwnShipping, address })
      } catch (thrown) {
        const wrong = fieldsOf(thrown)
        // the terms have changed: after a sync the summary shows the amount that a retry would hold
        if (wrong.totalCost) void syncNow()
        mark({ ...(wrong.quantity && { quantity: wrong.quantity }), ...(wrong.pricePerItem && { price: wrong.pricePerItem }) })
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
  return { values, errors, change, summary, address, availableCents, terms, onSubmit, form: { element, ...state } }
}

/** A random UUIDv4 that needs no secure context. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = 0x40 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Idempotency key, from which the server makes the trade's id. It stays the same while the form is open, so that a second click or a retry after a
 *  lost answer requests no second trade. The server refuses a retry with other terms. */
function useTradeId(): string {
  return useState(randomId)[0]
}
