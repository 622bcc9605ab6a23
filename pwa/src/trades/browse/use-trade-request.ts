import { type Address, addresses } from '@shop/shared/accounts/schema.ts'
import { Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { type Cents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { balances } from '@shop/shared/sales/schema.ts'
import { askForTrade, type MarketplaceItem } from '@shop/shared/trades/calls/marketplace.ts'
import { tradeRefusals } from '@shop/shared/trades/errors.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useCall, useLive, usePendingActions } from '../../sync/api.ts'
import { fieldsOf } from '../../ui/error-message.ts'
import { focusFirstWrong } from '../../ui/use-shop-form.ts'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { checkRequest, type RequestErrors, type RequestValues, summaryOf } from './request-values.ts'
import { useTradeId } from './use-trade-id.ts'

const MAYBE_TAKEN = 'What was sent before may have been taken already. Please close this window and look at My Offers before you ask again.'

/** The shop's terms and the buyer's own rows that a request depends on; all of them may change while the form is open. */
function useBuyerTerms(uid: string) {
  const address = useLive((view) => view.where(addresses, 'uid', uid).find(({ isDefault }) => isDefault), [uid])
  const availableCents = useLive((view) => view.get(balances, uid)?.availableCents ?? ZERO_CENTS, [uid])
  const { tradeShippingCents, commissionBps, commissionPaidBy } = useShopSettings()
  return { address, availableCents, tradeShippingCents, commissionBps, commissionPaidBy }
}

/** Sends one request, always under the same id, so that a second click or another try is the same trade. */
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
      return (await call(askForTrade, { body: { id: tradeId, itemName, itemBarcode, ...terms, shippingAddress, itemLink, imageUrl } }))
        .message
    } catch (thrown) {
      if (thrown instanceof Refusal && thrown.code === 'TRADE_EXISTS')
        throw refusal(tradeRefusals, 'TRADE_EXISTS', { message: MAYBE_TAKEN })
      throw thrown
    }
  }
}

/** The state of the request form: its values with their errors, its summary, and sending it. */
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
  const mark = (wrong: RequestErrors) => {
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) focusFirstWrong(element.current)
  }
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
        // the terms changed meanwhile: with them the summary says what the next try holds
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
