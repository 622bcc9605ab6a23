import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type Cents, formatCents, parseDollars } from '@shop/shared/kernel/money.ts'
import { buyerCounter, counterOffer } from '@shop/shared/trades/calls/offers.ts'
import { tradeRefusals } from '@shop/shared/trades/errors.ts'
import { whyNot } from '@shop/shared/trades/rules/machine.ts'
import { offerMoney } from '@shop/shared/trades/rules/money.ts'
import { moneyWithBid } from '@shop/shared/trades/rules/preview.ts'
import { BUYER_COUNTER_MISSING, SELLER_COUNTER_MISSING } from '@shop/shared/trades/rules/trade-form.ts'
import { type Offer, type OfferOfTrade, offers, type Side, type Trade, trades } from '@shop/shared/trades/schema.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useCall, useDevice, useLive, useSyncStatus } from '../../sync/api.ts'
import { fieldsOf } from '../../ui/error-message.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { focusFirstWrong } from '../../ui/use-shop-form.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import classes from '../trades.module.css'
import { useFreshRows } from './use-offer-act.ts'

/** Whose counter to which offer. */
export type CounterTarget =
  | { readonly by: 'buyer'; readonly tradeId: string; readonly offerId: string }
  | { readonly by: 'seller'; readonly offerId: string }

type Props = { readonly target: CounterTarget; readonly onClose: () => void; readonly onMessage: (text: string) => void }

/** Send Counter Offer: the negotiation so far, and another price (spec §2). */
export function CounterDialog({ target, onClose, onMessage }: Props) {
  return (
    <FormModal title="Send Counter Offer" onClose={onClose} size="md">
      {target.by === 'buyer' ? (
        <BuyerCounter tradeId={target.tradeId} offerId={target.offerId} onClose={onClose} onMessage={onMessage} />
      ) : (
        <SellerCounter offerId={target.offerId} onClose={onClose} onMessage={onMessage} />
      )}
    </FormModal>
  )
}

type SideProps = Omit<Props, 'target'> & { readonly offerId: string }

function BuyerCounter({ tradeId, offerId, ...done }: SideProps & { readonly tradeId: string }) {
  const { nowMs } = useDevice()
  const trade = useLive((view) => view.get(trades, tradeId), [tradeId])
  const offer = trade?.offers.find(({ id }) => id === offerId)
  const isGone = !trade || !offer || whyNot('buyerCounter', trade, offer, nowMs()) !== null
  return (
    <CounterForm
      by="buyer"
      offerId={offerId}
      itemName={trade?.itemName ?? ''}
      steps={offer?.history ?? []}
      isGone={isGone}
      preview={(priceCents) => (trade && offer ? buyerPreview(trade, offer, priceCents) : null)}
      {...done}
    />
  )
}

function SellerCounter({ offerId, ...done }: SideProps) {
  const { nowMs } = useDevice()
  const offer = useLive((view) => view.get(offers, offerId), [offerId])
  const isGone = !offer || whyNot('counter', { status: offer.tradeStatus, expiresAtMs: offer.expiresAtMs }, offer, nowMs()) !== null
  return (
    <CounterForm
      by="seller"
      offerId={offerId}
      itemName={offer?.itemName ?? ''}
      steps={offer?.history ?? []}
      isGone={isGone}
      preview={(priceCents) => (offer ? sellerPreview(offer, priceCents) : null)}
      {...done}
    />
  )
}

/** Labelled amounts; the last is the one that counts. */
type Preview = readonly (readonly [label: string, cents: Cents])[]

function buyerPreview(trade: Trade, offer: OfferOfTrade, priceCents: Cents): Preview {
  const { itemCostCents, shippingCents, totalCents } = moneyWithBid(trade, offer, priceCents)
  return [
    ['Item cost', itemCostCents],
    ['Shipping', shippingCents],
    ['Your total cost', totalCents],
  ]
}

function sellerPreview(offer: Offer, priceCents: Cents): Preview {
  const { itemCostCents, commissionCents, payoutCents } = offerMoney(priceCents, offer.quantityOffered, offer)
  return [
    ['Item value', itemCostCents],
    ['Commission', commissionCents],
    ['Your payout', payoutCents],
  ]
}

type FormProps = {
  readonly by: Side
  readonly offerId: string
  readonly itemName: string
  readonly steps: Offer['history']
  /** The other side was faster, or time ran out. */
  readonly isGone: boolean
  readonly preview: (priceCents: Cents) => Preview | null
  readonly onClose: () => void
  readonly onMessage: (text: string) => void
}

function CounterForm({ by, offerId, itemName, steps, isGone, preview, onClose, onMessage }: FormProps) {
  const call = useCall()
  const { online } = useSyncStatus()
  const refresh = useFreshRows()
  const [price, setPrice] = useState('')
  const [error, setError] = useState<string>()
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')
  const form = useRef<HTMLFormElement>(null)
  const priceCents = parseDollars(price)
  const amounts = priceCents ? preview(priceCents) : null

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!priceCents) {
      setError(by === 'buyer' ? BUYER_COUNTER_MISSING : SELLER_COUNTER_MISSING)
      return focusFirstWrong(form.current)
    }
    let message = ''
    const isDone = await submit(async () => {
      const input = { params: { id: offerId }, body: { counterPrice: priceCents } }
      try {
        message = (await (by === 'buyer' ? call(buyerCounter, input) : call(counterOffer, input))).message
      } catch (thrown) {
        setError(fieldsOf(thrown).counterPrice)
        throw thrown
      }
    })
    void refresh()
    if (!isDone) return
    onClose()
    onMessage(message)
  }
  return (
    <form ref={form} onSubmit={(event) => void send(event)} noValidate>
      <Stack>
        <Text fw={550} className={classes.name ?? ''}>
          <bdi>{itemName}</bdi>
        </Text>
        <section className={classes.summary} aria-label="Current negotiation">
          <ol className={classes.steps}>
            {steps.map((step) => (
              <li key={`${step.atMs} ${step.act} ${step.by}`} className={classes.step}>
                <span>{stepWords(step, by)}</span>
                <span className="tabular">{formatCents(step.priceCents)}</span>
              </li>
            ))}
          </ol>
        </section>
        <TextInput
          label="Counter price per item"
          withAsterisk
          inputMode="decimal"
          leftSection="$"
          data-autofocus
          value={price}
          error={error}
          onChange={(event) => {
            changed()
            setError(undefined)
            setPrice(event.currentTarget.value)
          }}
        />
        {amounts && (
          <dl className={classes.facts} aria-live="polite">
            {amounts.map(([label, amount], index) => {
              const strong = index === amounts.length - 1 ? { 'data-strong': true } : {}
              return [
                <dt key={label} {...strong}>
                  {label}
                </dt>,
                <dd key={`${label} amount`} {...strong}>
                  {formatCents(amount)}
                </dd>,
              ]
            })}
          </dl>
        )}
        {isGone && !busy && (
          <p className={classes.warn} role="alert">
            {tradeRefusals.OFFER_MOVED_ON.message}
          </p>
        )}
        <FormProblem text={problem} onClear={forget} />
        {!online && <Text c="dimmed">You are offline. A counter offer can be sent when there is a connection.</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={!online || isGone}>
            Send Counter Offer
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function stepWords({ by: who, act }: Offer['history'][number], self: Side): string {
  const did = { offer: 'offered', counter: 'countered', accept: 'accepted', decline: 'declined' }[act]
  return `${who === self ? 'You' : who === 'buyer' ? 'Buyer' : 'Seller'} ${did}`
}
