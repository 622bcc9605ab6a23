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

const imported = (
  owner: number,
  mode: 'skip' | 'update' | 'add',
  lines: readonly (readonly [barcode: string, quantity: number])[],
): Planned => ({
  action: { do: 'importFile', ...atTab(0), owner, mode, lines: lines.map(([barcode, quantity]) => ({ barcode, quantity })) },
  steps: 60,
})

/** Files come in, each with goods that an earlier one or somebody else has. */
const FILES: readonly Planned[] = [
  imported(0, 'skip', [
    ['file 0', 2],
    ['file 0', 4],
  ]),
  imported(1, 'update', [['file 0', 3]]),
  imported(0, 'update', [
    ['file 0', 1],
    ['file 1', 1],
  ]),
  imported(1, 'add', [['file 0', 1]]),
  imported(1, 'update', [['file 0', 2]]),
]

/** Goods of an earlier account are sold on a till without a network, while an admin corrects the account and moves it to its person. */
const AT_DESK: readonly Planned[] = [
  { action: { do: 'addItem', ...atTab(0), quantity: 4, owner: 3 }, steps: 60 },
  soldAtOnce(0, [5]),
  { action: { do: 'requestPayout', ...atTab(0), owner: 3, sharePercent: 30 }, steps: 60 },
  { action: { do: 'adjustBalance', ...atTab(0), owner: 3, targetCents: 2_345 }, steps: 40 },
  { action: { do: 'cutNetwork', device: 2 }, steps: 0 },
  soldAtOnce(2, [5]),
  { action: { do: 'customSale', ...atTab(2), owner: 3, priceCents: 800 }, steps: 20 },
  { action: { do: 'migrate', ...atTab(0), nth: 0 }, steps: 40 },
  { action: { do: 'mendNetwork', device: 2 }, steps: 0 },
  { action: { do: 'comeUpToDate', device: 2 }, steps: 10 },
]

/** Somebody sells who is an admin no more, until another admin takes the sale. */
const FORMER_ADMIN: readonly Planned[] = [
  { action: { do: 'cutNetwork', device: 2 }, steps: 0 },
  { action: { do: 'withdrawRole', person: 1 }, steps: 0 },
  soldAtOnce(2, [0]),
  { action: { do: 'mendNetwork', device: 2 }, steps: 0 },
  { action: { do: 'comeUpToDate', device: 2 }, steps: 10 },
  { action: { do: 'grantRole', person: 1 }, steps: 150 },
  { action: { do: 'settleSuspended', ...atTab(0), nth: 0, decision: 'accept' }, steps: 40 },
]

const said = (device: number, how: 'agree' | 'refuse' | 'counter', priceCents: number, steps: number): Planned => ({
  action: { do: 'answerOffer', ...atTab(device), nth: 0, how, priceCents },
  steps,
})
const answered = (how: 'agree' | 'refuse', steps: number): Planned => said(4, how, 1, steps)
const shipped = (device: number, steps: number): Planned => ({ action: { do: 'shipTrade', ...atTab(device), nth: 0 }, steps })
const asked = (barcode: string, quantity: number, isOwnShipping = false, priceCents = 333): Planned => ({
  action: { do: 'askTrade', ...atTab(3), barcode, quantity, priceCents, isOwnShipping },
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
  // what the order holds lies on the shelf, and is counted with the rest
  { action: { do: 'recount', ...atTab(0), nth: 6, counted: 3 }, steps: 30 },
]

/** They bargain: the buyer takes a counter and brings a label of their own, the seller refuses one, and the buyer another. */
const BARGAINING: readonly Planned[] = [
  asked('5', 1, true),
  said(4, 'counter', 400, 110),
  said(3, 'agree', 1, 110),
  ...[0, 1].map((nth): Planned => ({ action: { do: 'labelTrade', ...atTab(3), nth }, steps: 60 })),
  ...[0, 0].map((nth): Planned => ({ action: { do: 'shipTrade', ...atTab(0), nth }, steps: 80 })),
  asked('5', 1),
  said(4, 'counter', 450, 110),
  said(3, 'counter', 340, 110),
  answered('refuse', 80),
  asked('5', 1),
  said(4, 'counter', 450, 110),
  said(3, 'refuse', 1, 80),
]

const ruled = (acceptAtCents: number | null, declineBelowCents: number | null): Planned => ({
  action: { do: 'setAutoPrice', ...atTab(4), barcode: '5', acceptAtCents, declineBelowCents },
  steps: 110,
})
const kept = (hours: number): Planned => ({ action: { do: 'keepTrades', hours }, steps: 40 })

/** A rule of the seller answers two requests, nobody answers the next two, and of two sellers of the last one an admin closes the account of one. */
const UNANSWERED: readonly Planned[] = [
  ruled(300, 200),
  asked('5', 1),
  asked('5', 1, false, 100),
  asked('5', 1, false, 250),
  ruled(null, null),
  asked('5', 1),
  kept(61),
  kept(13),
  { action: { do: 'addItem', ...atTab(0), quantity: 4, owner: 4 }, steps: 60 },
  asked('4', 5),
  { action: { do: 'closeAccount', ...atTab(0), nth: 1 }, steps: 60 },
  kept(1),
]

/** A shift begins, sells on two tablets and is counted by one, while the other has no network. */
const AT_DRAWER: readonly Planned[] = [
  { action: { do: 'openShift', ...atTab(0), floatCents: 5_000 }, steps: 80 },
  soldAtOnce(0, [0]),
  { action: { do: 'moveCash', ...atTab(2), way: 'out', amountCents: 250 }, steps: 40 },
  { action: { do: 'cutNetwork', device: 1 }, steps: 0 },
  soldAtOnce(1, [1]),
  { action: { do: 'giveBack', ...atTab(0), nth: 4 }, steps: 40 },
  { action: { do: 'closeShift', ...atTab(0), missingCents: 200, leftPercent: 30 }, steps: 40 },
  { action: { do: 'mendNetwork', device: 1 }, steps: 40 },
  { action: { do: 'openShift', ...atTab(2), floatCents: 1_500 }, steps: 40 },
]

/** The hour after it, which makes sure that the actions of a day meet. */
export const OPENINGS: Readonly<Partial<Record<Day, readonly Planned[]>>> = {
  office: [...IN_OFFICE, ...FILES, ...AT_DESK, ...FORMER_ADMIN],
  market: [...AT_MARKET, ...BARGAINING, ...UNANSWERED],
  drawer: AT_DRAWER,
}
