import type { Day } from './day.ts'
import type { Planned } from './plan.ts'

const soldAtOnce = (device: number, nths: readonly number[]): Planned => ({
  action: { do: 'sell', device, tab: 0, goods: nths.map((nth) => ({ nth, quantity: 1, priceCents: 2_999 })), isDoubleTap: false },
  steps: 12,
})

/** A shop's first hour: goods of both consignors come in and are sold, and both ask for money. Otherwise few short histories would pay anybody out. */
export const OPENING: readonly Planned[] = [
  { action: { do: 'addItem', device: 0, tab: 0, quantity: 4, owner: 1 }, steps: 12 },
  { action: { do: 'addItem', device: 0, tab: 0, quantity: 4, owner: 2 }, steps: 12 },
  soldAtOnce(0, [0, 1, 2]),
  soldAtOnce(0, [3, 4]),
  { action: { do: 'requestPayout', device: 0, tab: 0, owner: 1, sharePercent: 30 }, steps: 12 },
  { action: { do: 'requestPayout', device: 0, tab: 0, owner: 2, sharePercent: 100 }, steps: 12 },
]

const atTab = (device: number) => ({ device, tab: 0 })

/** The first hour in the office: a sale made elsewhere is recorded and corrected, and then two people undo it at the same moment. */
const IN_OFFICE: readonly Planned[] = [
  { action: { do: 'recordSale', ...atTab(0), nth: 3, quantity: 2, priceCents: 4_999 }, steps: 12 },
  { action: { do: 'customSale', ...atTab(2), owner: 1, priceCents: 1_250 }, steps: 30 },
  { action: { do: 'editSale', ...atTab(0), nth: 5, priceCents: 3_333 }, steps: 60 },
  { action: { do: 'voidRecorded', ...atTab(0), nth: 0 }, steps: 0 },
  { action: { do: 'voidRecorded', ...atTab(2), nth: 0 }, steps: 40 },
]

const answered = (how: 'agree' | 'refuse', steps: number): Planned => ({
  action: { do: 'answerOffer', ...atTab(4), nth: 0, how, priceCents: 1 },
  steps,
})
const shipped = (device: number, steps: number): Planned => ({ action: { do: 'shipTrade', ...atTab(device), nth: 0 }, steps })
const asked = (barcode: string, quantity: number): Planned => ({
  action: { do: 'askTrade', ...atTab(3), barcode, quantity, priceCents: 333, isOwnShipping: false },
  steps: 110,
})

/** The first hour of trading: both consignors get money and goods. One trade is agreed to, and shipped by two people at the same moment, one is
 *  refused, and one waits to be shipped. */
const AT_MARKET: readonly Planned[] = [
  { action: { do: 'bringPhone' }, steps: 20 },
  { action: { do: 'customSale', ...atTab(0), owner: 1, priceCents: 9_000 }, steps: 0 },
  { action: { do: 'customSale', ...atTab(0), owner: 2, priceCents: 9_000 }, steps: 0 },
  ...[1, 2, 2].map((owner): Planned => ({ action: { do: 'addItem', ...atTab(0), quantity: 5, owner }, steps: 15 })),
  asked('5', 2),
  answered('agree', 110),
  shipped(0, 0),
  shipped(2, 60),
  asked('5', 1),
  answered('refuse', 40),
  asked('5', 1),
  answered('agree', 110),
]

/** The hour after it, which makes sure that the actions of a day meet. */
export const OPENINGS: Readonly<Partial<Record<Day, readonly Planned[]>>> = { office: IN_OFFICE, market: AT_MARKET }
