import { Text, TextInput } from '@mantine/core'
import { type Cents, formatCents, parseDollars } from '@shop/shared/kernel/money.ts'
import { counterAsBuyerCall, counterOfferCall } from '@shop/shared/trades/calls/offers.ts'
import { tradeRefusals } from '@shop/shared/trades/errors.ts'
import { BUYER_COUNTER_MISSING, priceSchema, SELLER_COUNTER_MISSING } from '@shop/shared/trades/rules/trade-form.ts'
import type { Offer, Side } from '@shop/shared/trades/schema.ts'
import * as z from 'zod/mini'
import { useCall } from '../../sync/api.ts'
import { Amounts, TradeForm, type TradeFormProps, useTradeForm } from '../trade-form.tsx'
import classes from '../trades.module.css'

/** Labelled amounts; the last one is the total. */
export type CounterPreview = readonly (readonly [label: string, cents: Cents])[]

type Props = TradeFormProps & {
  readonly by: Side
  readonly offerId: string
  readonly itemName: string
  readonly steps: Offer['history']
  /** True once this side cannot counter any more, for example because the other side has answered. */
  readonly isGone: boolean
  readonly preview: (priceCents: Cents) => CounterPreview | null
}

const typedPrice = z.pipe(
  z.string(),
  z.transform((text): number => parseDollars(text) ?? Number.NaN),
)
const schemaOf = (missing: string) => z.object({ counterPrice: z.pipe(typedPrice, priceSchema(missing)) })
const SCHEMAS = { buyer: schemaOf(BUYER_COUNTER_MISSING), seller: schemaOf(SELLER_COUNTER_MISSING) }

/** Form of both sides: the negotiation so far, and the next price. */
export function CounterForm({ by, offerId, itemName, steps, isGone, preview, ...window }: Props) {
  const call = useCall()
  const schema = SCHEMAS[by]
  const { form, sending, ...state } = useTradeForm({ initialValues: { counterPrice: '' }, schema, ...window })
  const priceCents = parseDollars(form.values.counterPrice)
  const amounts = priceCents ? preview(priceCents) : null

  const send = sending((values) => {
    const input = { params: { id: offerId }, body: schema.parse(values) }
    return by === 'buyer' ? call(counterAsBuyerCall, input) : call(counterOfferCall, input)
  })
  return (
    <TradeForm
      {...state}
      onSubmit={send}
      onClose={window.onClose}
      button="Send Counter Offer"
      offline="A counter offer can be sent when there is a connection."
      isBlocked={isGone}
    >
      <Text fw="medium" className={classes.name ?? ''}>
        <bdi>{itemName}</bdi>
      </Text>
      <Negotiation steps={steps} self={by} />
      <TextInput
        label="Counter price per item"
        withAsterisk
        inputMode="decimal"
        leftSection="$"
        data-autofocus
        {...form.getInputProps('counterPrice')}
      />
      {amounts && <Amounts rows={amounts.map(([label, cents]) => [label, formatCents(cents)])} />}
      {isGone && !state.busy && (
        <p className={classes.warn} role="alert">
          {tradeRefusals.OFFER_MOVED_ON.message}
        </p>
      )}
    </TradeForm>
  )
}

/** Prices named so far, worded for the reader's side. */
function Negotiation({ steps, self }: { readonly steps: Offer['history']; readonly self: Side }) {
  return (
    <section className={classes.summary} aria-label="Current negotiation">
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={`${step.atMs} ${step.act} ${step.by}`} className={classes.step}>
            <span>{stepWords(step, self)}</span>
            <span className="tabular">{formatCents(step.priceCents)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function stepWords({ by, act }: Offer['history'][number], self: Side): string {
  const did = { offer: 'offered', counter: 'countered', accept: 'accepted', decline: 'declined' }[act]
  return `${by === self ? 'You' : by === 'buyer' ? 'Buyer' : 'Seller'} ${did}`
}
