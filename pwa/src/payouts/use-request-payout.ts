import type { Cents } from '@shop/shared/kernel/money.ts'
import { requestPayout } from '@shop/shared/payouts/commands/request-payout.ts'
import { venmoChargeLink } from '@shop/shared/payouts/rules/payment-links.ts'
import { type PayoutMethod, paymentInfos } from '@shop/shared/payouts/schema.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useLive, useRunAnswered } from '../sync/api.ts'
import { errorMessage, fieldsOf, isAnswer } from '../ui/error-message.ts'
import { useBusy } from '../ui/use-busy.ts'
import { useFormIds } from '../ui/use-form-ids.ts'
import { focusFirstWrong } from '../ui/use-shop-form.ts'
import { useShopSettings } from '../ui/use-shop-settings.ts'
import { checkPayoutForm, type PayoutFormErrors, type PayoutFormValues, startingValues } from './payout-form-values.ts'

const SUBMITTED = 'Payout request submitted successfully!'
const WAITING = 'Your payout request is saved on this device and is sent as soon as there is a connection.'

type Options = { readonly uid: string; readonly availableCents: Cents; readonly onDone: (message: string) => void }

/** State of the payout form, from typing through the outbox to the server's answer. */
export function useRequestPayout({ uid, availableCents, onDone }: Options) {
  const info = useLive((view) => view.get(paymentInfos, uid), [uid])
  const { shopVenmo, shopName } = useShopSettings()
  const [values, setValues] = useState<PayoutFormValues>(() => startingValues(availableCents, info))
  const [errors, setErrors] = useState<PayoutFormErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const ids = useFormIds()
  const form = useRef<HTMLFormElement>(null)
  const runAnswered = useRunAnswered()
  const { busy, run } = useBusy()

  const change = (next: PayoutFormValues) => {
    ids.changed()
    setValues(next)
    setErrors({})
    setProblem(null)
  }
  const refused = (message: string, fields: Readonly<Record<string, string>> = {}) => {
    const { amount, paymentUsername: handle } = fields
    setProblem(message)
    focusFirstWrong(form.current, () => setErrors({ ...(amount ? { amount } : {}), ...(handle ? { handle } : {}) }))
  }
  const hand = async (checked: CheckedPayout) => {
    const { commandId, rowId } = ids.current()
    try {
      const answer = await runAnswered(requestPayout, { payoutId: rowId, uid, ...checked }, { id: commandId })
      if (answer.kind === 'left') return
      if (answer.kind !== 'refused') return onDone(answer.kind === 'done' ? SUBMITTED : WAITING)
      ids.refused(true)
      refused(answer.result.message ?? 'Failed to create payout request', answer.result.fields)
    } catch (thrown) {
      ids.refused(isAnswer(thrown))
      refused(errorMessage('Error: ', thrown), fieldsOf(thrown))
    }
  }

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const checked = checkPayoutForm(values, availableCents)
    if (!checked.ok) {
      focusFirstWrong(form.current, () => setErrors(checked.errors))
      return
    }
    await run(async () => {
      const { method, amountCents, handle } = checked
      // opened within the click, or the browser would block the window as a pop-up
      if (method === 'venmo') window.open(venmoChargeLink(amountCents, shopVenmo, `Payout ${shopName}`.trim()), '_blank', 'noopener')
      await hand({ method, amountCents, handle })
    })
  }
  return { info, values, change, errors, problem, clearProblem: () => setProblem(null), form, isBusy: busy, send }
}

type CheckedPayout = { readonly method: PayoutMethod; readonly amountCents: Cents; readonly handle: string }
