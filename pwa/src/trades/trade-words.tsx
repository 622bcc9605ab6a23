import type { OfferStatus, Trade, TradeStatus } from '@shop/shared/trades/schema.ts'
import { Tag, type Tone } from '../ui/tag.tsx'

const TRADE: Readonly<Record<TradeStatus, { readonly tone: Tone; readonly text: string }>> = {
  pending: { tone: 'open', text: 'Pending' },
  partial: { tone: 'agreed', text: 'Partial' },
  awaiting_shipping: { tone: 'warn', text: 'Awaiting shipping' },
  shipping_uploaded: { tone: 'info', text: 'Label uploaded' },
  fulfilled: { tone: 'good', text: 'Fulfilled' },
  declined: { tone: 'bad', text: 'Declined' },
  cancelled: { tone: 'bad', text: 'Cancelled' },
  expired: { tone: 'neutral', text: 'Expired' },
}

const OFFER: Readonly<Record<OfferStatus, { readonly tone: Tone; readonly text: string }>> = {
  pending: { tone: 'open', text: 'Pending' },
  countered: { tone: 'info', text: 'Countered' },
  accepted: { tone: 'agreed', text: 'Accepted' },
  declined: { tone: 'bad', text: 'Declined' },
  expired: { tone: 'neutral', text: 'Expired' },
}

export const tradeWord = (status: TradeStatus): string => TRADE[status].text

export function TradeTag({ status }: { readonly status: TradeStatus }) {
  return <Tag tone={TRADE[status].tone}>{TRADE[status].text}</Tag>
}

export function OfferTag({ status }: { readonly status: OfferStatus }) {
  return <Tag tone={OFFER[status].tone}>{OFFER[status].text}</Tag>
}

/** Basis points as a percentage: 1000 as "10%". */
export const percentOf = (bps: number): string => `${bps / 100}%`

export const commissionHeader = (bps: number): string => `Commission (${percentOf(bps)})`

export const shownTradeId = ({ id }: Pick<Trade, 'id'>): string => id.slice(0, 8)

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Time left, in one or two units: "2 d 4 h", "1 h", "less than a minute". */
export function leftWords(leftMs: number): string {
  const [days, hours, minutes] = [
    Math.floor(leftMs / DAY_MS),
    Math.floor((leftMs % DAY_MS) / HOUR_MS),
    Math.floor((leftMs % HOUR_MS) / MINUTE_MS),
  ]
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
  return minutes > 0 ? `${minutes} min` : 'less than a minute'
}
