import type { Cents } from '@shop/shared/kernel/money.ts'
import { whyNot } from '@shop/shared/trades/rules/machine.ts'
import { offerMoney } from '@shop/shared/trades/rules/money.ts'
import { moneyWithBid } from '@shop/shared/trades/rules/preview.ts'
import { type Offer, type OfferOfTrade, offers, type Trade, trades } from '@shop/shared/trades/schema.ts'
import { useDevice, useLive } from '../../sync/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import type { TradeFormProps } from '../trade-form.tsx'
import { CounterForm, type CounterPreview } from './counter-form.tsx'

export type CounterTarget =
  | { readonly by: 'buyer'; readonly tradeId: string; readonly offerId: string }
  | { readonly by: 'seller'; readonly offerId: string }

type Props = TradeFormProps & { readonly target: CounterTarget }

/** Send Counter Offer: shows the negotiation so far, a field for the next price, and the resulting amounts. */
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

type SideProps = TradeFormProps & { readonly offerId: string }

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

function buyerPreview(trade: Trade, offer: OfferOfTrade, priceCents: Cents): CounterPreview {
  const { itemCostCents, shippingCents, totalCents } = moneyWithBid(trade, offer, priceCents)
  return [
    ['Item cost', itemCostCents],
    ['Shipping', shippingCents],
    ['Your total cost', totalCents],
  ]
}

function sellerPreview(offer: Offer, priceCents: Cents): CounterPreview {
  const { itemCostCents, commissionCents, payoutCents } = offerMoney(priceCents, offer.quantityOffered, offer)
  return [
    ['Item value', itemCostCents],
    ['Commission', commissionCents],
    ['Your payout', payoutCents],
  ]
}
