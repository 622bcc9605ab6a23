import type { Cents } from '@shop/shared/kernel/money.ts'
import { requestPayout } from '@shop/shared/payouts/commands/request-payout.ts'
import { venmoChargeLink } from '@shop/shared/payouts/rules/payment-links.ts'
import { type PayoutMethod, paymentInfos } from '@shop/shared/payouts/schema.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type PendingEntry, useLive, usePending, usePendingActions, useProve, useRunCommand } from '../sync/api.ts'
import { errorMessage, fieldsOf, isAnswer } from '../ui/error-message.ts'
import { useFormIds } from '../ui/use-form-ids.ts'
import { focusFirstWrong } from '../ui/use-shop-form.ts'
import { useShopSettings } from '../ui/use-shop-settings.ts'
import { checkPayoutForm, type PayoutFormErrors, type PayoutFormValues, startingValues } from './payout-form-values.ts'

const SUBMITTED = 'Payout request submitted successfully!'
const WAITING = 'Your payout request is saved on this device and is sent as soon as there is a connection.'
/** Longest wait for the server's answer. The request is safe in the outbox by then. */
const PATIENCE_MS = 8_000

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
  // a ref, because state changes too late to stop a second click
  const underWay = useRef(false)

  const change = (next: PayoutFormValues) => {
    ids.changed()
    setValues(next)
    setErrors({})
    setProblem(null)
  }
  const refused = (message: string, fields: Readonly<Record<string, string>> = {}) => {
    const { amount, paymentUsername: handle } = fields
    underWay.current = false
    setProblem(message)
    setErrors({ ...(amount ? { amount } : {}), ...(handle ? { handle } : {}) })
    focusFirstWrong(form.current)
  }
  const { isBusy, hand } = useSending({ uid, ids, onDone, onRefused: refused })

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (underWay.current) return
    const checked = checkPayoutForm(values, availableCents)
    if (!checked.ok) {
      setErrors(checked.errors)
      focusFirstWrong(form.current)
      return
    }
    underWay.current = true
    const { method, amountCents, handle } = checked
    // opened within the click, or the browser would block the window as a pop-up
    if (method === 'venmo') window.open(venmoChargeLink(amountCents, shopVenmo, `Payout ${shopName}`.trim()), '_blank', 'noopener')
    await hand({ method, amountCents, handle })
  }
  return { info, values, change, errors, problem, clearProblem: () => setProblem(null), form, isBusy, send }
}

type CheckedPayout = { readonly method: PayoutMethod; readonly amountCents: Cents; readonly handle: string }

type Sending = {
  readonly uid: string
  readonly ids: ReturnType<typeof useFormIds>
  readonly onDone: (message: string) => void
  readonly onRefused: (message: string, fields?: Readonly<Record<string, string>>) => void
}

/** Sends a checked request and waits for its answer. When the server asks for a proof, asks the person and sends the request again. */
function useSending({ uid, ids, onDone, onRefused }: Sending) {
  const [sentId, setSentId] = useState<string | null>(null)
  const { dismiss } = usePendingActions()
  const run = useRunCommand()
  const prove = useProve()
  const sent = useRef<CheckedPayout | null>(null)

  const hand = async (checked: CheckedPayout) => {
    const { commandId, rowId } = ids.current()
    sent.current = checked
    try {
      await run(requestPayout, { payoutId: rowId, uid, ...checked }, { id: commandId })
      setSentId(commandId)
    } catch (thrown) {
      ids.refused(isAnswer(thrown))
      onRefused(errorMessage('Error: ', thrown), fieldsOf(thrown))
    }
  }
  useAnswer(sentId, (answer: Answer) => {
    if (answer.kind !== 'refused') return onDone(answer.kind === 'done' ? SUBMITTED : WAITING)
    // the form shows the refusal itself, so no other screen has to keep it
    void dismiss(answer.entry.id)
    // new ids, because the server would repeat its answer to the old ones
    ids.refused(true)
    setSentId(null)
    const { code, message = 'Failed to create payout request', fields } = answer.entry.result ?? {}
    const again = code === 'PROOF_NEEDED' ? sent.current : null
    if (again === null) return onRefused(message, fields)
    void prove('recent').then((isProved) => (isProved ? hand(again) : onRefused(message)))
  })
  return { isBusy: sentId !== null, hand }
}

/** Outcome of a command. `waiting`: no answer in time; the outbox sends the command once the device is online. */
type Answer = { readonly kind: 'done' | 'waiting' } | { readonly kind: 'refused'; readonly entry: PendingEntry }

/** Calls `onAnswer` when this outbox command ends or its time is up; null watches nothing. */
function useAnswer(commandId: string | null, onAnswer: (answer: Answer) => void): void {
  const pending = usePending()
  const tell = useRef(onAnswer)
  tell.current = onAnswer
  const entry = commandId === null ? undefined : pending.find(({ id }) => id === commandId)
  const state = commandId === null ? 'none' : (entry?.state ?? 'gone')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry changes with its state
  useEffect(() => {
    if (state === 'gone') tell.current({ kind: 'done' })
    else if (state === 'attention' && entry) tell.current({ kind: 'refused', entry })
  }, [state])
  useEffect(() => {
    if (commandId === null) return
    const timer = setTimeout(() => tell.current({ kind: 'waiting' }), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [commandId])
}
