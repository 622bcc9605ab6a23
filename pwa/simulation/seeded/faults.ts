import type { Day } from '../day.ts'

/** A mistake in one place of the product's code or of the server in memory: where `was` stands once, the copy that runs has `is`. `day`: a day on which
 *  it shows often. */
export type Fault = { readonly file: string; readonly was: string; readonly is: string; readonly day?: Day }

const STORE = 'pwa/src/sync/store'
const SALES = 'shared/src/sales'
const PAYOUTS = 'shared/src/payouts/commands'
const TRADES = 'shared/src/trades'
const ENDS = `${TRADES}/commands/end-trade.ts`
const SHIFT_CASH = 'shared/src/pos/rules/shift-cash.ts'
const MIGRATE = 'shared/src/accounts/commands/migrate-account.ts'
const IMPORT = 'shared/src/inventory/commands/import-items.ts'
const MODEL = 'pwa/simulation/model-reading.ts'

/** Mistakes that the simulation must find, by what they do. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'writes are relaxed': {
    file: 'pwa/src/sync/ports/ports.ts',
    was: "DURABILITY: Durability = 'strict'",
    is: "DURABILITY: Durability = 'relaxed'",
    day: 'disks',
  },
  'money is rounded down': {
    file: 'shared/src/kernel/money.ts',
    was: '(2n * magnitude + divisor) / (2n * divisor)',
    is: 'magnitude / divisor',
  },
  'a sale of many pieces takes one': {
    file: `${SALES}/rules/sold-pieces.ts`,
    was: "deltaCount: -quantity, kind: 'sale'",
    is: "deltaCount: -1, kind: 'sale'",
  },
  'a new command shows twice': {
    file: 'pwa/src/sync/rows/replica.ts',
    was: 'else if (previewed) this.take(previewed, changes)',
    is: 'else if (previewed) { this.take(previewed, changes); for (const entry of added) this.perform(entry, changes) }',
  },
  'the first command of another tab does not show': {
    file: 'pwa/src/sync/rows/replica.ts',
    was: 'else for (const entry of added) this.perform(entry, changes)',
    is: 'else for (const entry of added.slice(1)) this.perform(entry, changes)',
  },
  'a refused command shows as done': {
    file: 'pwa/src/sync/rows/replica.ts',
    was: "entry.answered === null || entry.answered.status === 'done'",
    is: 'entry.answered === null || entry.answered !== null',
  },
  'a save on its way is replaced': {
    file: `${STORE}/outbox.ts`,
    was: 'filter((entry) => !entry.sent && !entry.held)',
    is: 'filter((entry) => !entry.held)',
  },
  'a stale pull is applied': {
    file: `${STORE}/apply-pull.ts`,
    was: "if (isStale) return { kind: 'stale' }",
    is: "if (isStale && state.clientId !== change.at.clientId) return { kind: 'stale' }",
    day: 'disks',
  },
  'a removal is ignored': {
    file: 'pwa/src/sync/engine/pull.ts',
    was: 'of remove)',
    is: 'of remove.slice(remove.length))',
  },
  'a receipt number is not stored': { file: `${STORE}/outbox.ts`, was: '...receipt?.counter,', is: '' },
  'the clock is corrected the wrong way': {
    file: 'pwa/src/sync/engine/push.ts',
    was: 'return serverNowMs - (tookMs >= 0',
    is: 'return -serverNowMs + (tookMs >= 0',
  },
  'a void keeps the stock': {
    file: `${SALES}/rules/returned-pieces.ts`,
    was: 'deltaCount: line.soldQuantity, kind, sourceId',
    is: 'deltaCount: 0, kind, sourceId',
  },
  'a return takes nothing from the consignor': {
    file: `${SALES}/rules/book-refund.ts`,
    was: "account: 'consignor_available', uid: consignorId",
    is: "account: 'shop_revenue', uid: null",
    day: 'returns',
  },
  'a return that waited costs only the shop': {
    file: `${SALES}/rules/move-refund.ts`,
    was: "post(tx, ctx, { kind: 'refund', sourceId: refund.id, sides })",
    is: '',
    day: 'returns',
  },
  'a return waits for ever': {
    file: `${SALES}/rules/move-refund.ts`,
    was: 'return question?.settledAtMs === null &&',
    is: 'return question?.settledAtMs === 0 &&',
    day: 'returns',
  },
  'a piece comes back twice': {
    file: `${SALES}/rules/left-of-sale.ts`,
    was: 'quantity: soldQuantity - gone.quantity',
    is: 'quantity: soldQuantity',
    day: 'returns',
  },
  'a discount that the shop pays for costs the consignor': {
    file: `${SALES}/rules/totals.ts`,
    was: "if (bearer === 'shared')",
    is: "if (bearer !== 'consignor')",
  },
  'a discount that the consignor pays for costs the shop': {
    file: `${SALES}/rules/totals.ts`,
    was: 'ownCents += worthCents',
    is: 'ownCents += 0',
  },
  'goods that the shop reduced leave their share with the consignor': {
    file: `${SALES}/rules/left-of-sale.ts`,
    was: 'if (left.shopCents < 0 && quantity > 0',
    is: 'if (left.shopCents < 0 && quantity < 0',
    day: 'returns',
  },
  'a void after a return gives everything back': {
    file: `${SALES}/rules/void-sale.ts`,
    was: 'sidesOfTenders(tendersLeft(booked, returned))',
    is: 'sidesOfTenders(booked.tenders)',
  },
  'a card counts as cash': { file: `${SALES}/rules/ledger.ts`, was: "card: 'card_clearing'", is: "card: 'cash_drawer'" },
  'an undone sale keeps its payments': {
    file: `${SALES}/rules/void-sale.ts`,
    was: 'if (booked.tendersPosted)',
    is: 'if (!booked.tendersPosted)',
  },
  'a sale made elsewhere is undone twice': {
    file: `${SALES}/commands/void-recorded-sale.ts`,
    was: "if (sale.voidedAtMs !== null) throw refusal(salesRefusals, 'ALREADY_VOIDED')",
    is: '',
    day: 'office',
  },
  'an undone sale made elsewhere is paid again': {
    file: `${SALES}/commands/void-recorded-sale.ts`,
    was: 'sides: reversed(sidesOfSale(booked))',
    is: 'sides: sidesOfSale(booked)',
    day: 'office',
  },
  'a sale made elsewhere is undone as edited': {
    file: `${SALES}/commands/void-recorded-sale.ts`,
    was: 'const booked = asBooked(sale)',
    is: 'const booked = sale',
    day: 'office',
  },
  'a payout is paid twice': { file: `${PAYOUTS}/mark-payout-paid.ts`, was: "if (payout.status === 'paid') return", is: '', day: 'office' },
  'a payout that was called paid by mistake is not held again': {
    file: `${PAYOUTS}/undo-payout-paid.ts`,
    was: "{ account: 'consignor_held', uid, amountCents }",
    is: "{ account: 'consignor_available', uid, amountCents }",
    day: 'office',
  },
  'anybody takes back that a payout is paid': {
    file: `${PAYOUTS}/undo-payout-paid.ts`,
    was: 'payout.settledByUid !== ctx.actor.uid',
    is: 'payout.settledByUid === null',
    day: 'office',
  },
  'a hold is released twice': {
    file: `${PAYOUTS}/remove-payout.ts`,
    was: "if (payout.status === 'deleted') return",
    is: '',
    day: 'office',
  },
  'a hold is kept after it is paid': {
    file: `${PAYOUTS}/mark-payout-paid.ts`,
    was: "{ account: 'consignor_held', uid, amountCents: cents(-payout.amountCents) }",
    is: "{ account: 'consignor_available', uid, amountCents: cents(-payout.amountCents) }",
    day: 'office',
  },
  'a trade that ends keeps its hold': {
    file: `${TRADES}/rules/working-trade.ts`,
    was: 'holdTo(tx, ctx, work, isOver ? ZERO_CENTS : work.trade.totalCents)',
    is: 'if (!isOver) holdTo(tx, ctx, work, work.trade.totalCents)',
    day: 'market',
  },
  "a trade's hold is released twice": {
    file: `${TRADES}/commands/remove-trade.ts`,
    was: 'holdTo(tx, ctx, work, ZERO_CENTS)',
    is: 'const { trade } = work; holdTo(tx, ctx, work, ZERO_CENTS); work.trade = trade; holdTo(tx, ctx, work, ZERO_CENTS)',
    day: 'market',
  },
  'a trade takes its goods twice': {
    file: `${TRADES}/rules/acceptance.ts`,
    was: "deltaCount: -count, kind: 'trade'",
    is: "deltaCount: -2 * count, kind: 'trade'",
    day: 'market',
  },
  'a trade takes no goods': {
    file: `${TRADES}/rules/acceptance.ts`,
    was: "deltaCount: -count, kind: 'trade'",
    is: "deltaCount: 0, kind: 'trade'",
    day: 'market',
  },
  'a deleted trade keeps its goods': {
    file: `${TRADES}/commands/remove-trade.ts`,
    was: 'for (const offer of work.offers.values()) giveBack(tx, ctx, offer, { isShipped, itemIds: args.itemIds })',
    is: '',
    day: 'market',
  },
  'a trade is paid twice': {
    file: `${TRADES}/commands/ship-trade.ts`,
    was: "requireMove(ctx, 'addTracking', work.trade)",
    is: '',
    day: 'market',
  },
  'a deleted trade leaves its sellers paid': {
    file: `${TRADES}/commands/remove-trade.ts`,
    was: 'sides: reversed(sidesOfOrder(work)) })',
    is: 'sides: [] })',
    day: 'market',
  },
  'a sold offer is sold again': {
    file: `${TRADES}/rules/machine.ts`,
    was: "if (!offer || !isOpenOffer(offer) || !move.trade.includes(trade.status)) return 'OFFER_MOVED_ON'",
    is: "if (!offer) return 'OFFER_MOVED_ON'",
    day: 'market',
  },
  'a count leaves out what is promised': {
    file: 'shared/src/inventory/rules/recount.ts',
    was: 'countedCount + onTop - promisedOf(item) - item.stockCount',
    is: 'countedCount + onTop - item.stockCount',
    day: 'market',
  },
  'a correction forgets what was booked meanwhile': {
    file: `${SALES}/commands/adjust-balance.ts`,
    was: '(seenCents ?? availableCents)',
    is: 'availableCents',
    day: 'office',
  },
  'a file forgets the pieces of goods that are there': {
    file: IMPORT,
    was: "deltaCount: quantity, kind: 'import'",
    is: "deltaCount: 0, kind: 'import'",
    day: 'office',
  },
  'a file adds goods that are there': { file: IMPORT, was: "mode === 'add' ? undefined", is: 'mode ? undefined', day: 'office' },
  'a file finds the goods of others': { file: IMPORT, was: 'item.consignorId === consignorId', is: "item.id !== ''", day: 'office' },
  'a file leaves out what it shall add': { file: IMPORT, was: "(known && mode === 'skip')", is: 'known', day: 'office' },
  'an account moves without its money': {
    file: MIGRATE,
    was: 'Object.assign(moved, moveBalance(tx, ctx, fromUid, toUid))',
    is: 'moveBalance',
    day: 'office',
  },
  'an account moves without what is held': {
    file: MIGRATE,
    was: "{ account: 'consignor_held', uid: toUid, amountCents: heldCents }",
    is: "{ account: 'consignor_available', uid: toUid, amountCents: heldCents }",
    day: 'office',
  },
  'an account moves without its goods': {
    file: MIGRATE,
    was: 'for (const row of rows) tx.put(collection, { ...(row as Row), [field]: toUid } as Row)',
    is: '',
    day: 'office',
  },
  'an account moves without the lines of its sales': {
    file: MIGRATE,
    was: 'for (const id of posSaleIds) moveLines(tx, id, fromUid, toUid)',
    is: 'moveLines',
    day: 'office',
  },
  'what was queued before a move stays with the earlier account': {
    file: 'shared/src/accounts/rules/successor.ts',
    was: 'user?.migratedTo ? tx.get(users, user.migratedTo) : user',
    is: 'user',
    day: 'office',
  },
  "a seller's rule agrees to any price": {
    file: `${TRADES}/rules/auto-price.ts`,
    was: 'priceCents >= rule.acceptAtCents',
    is: 'priceCents > 0',
    day: 'market',
  },
  "a seller's rule refuses nothing": {
    file: `${TRADES}/rules/auto-price.ts`,
    was: 'priceCents < rule.declineBelowCents',
    is: 'priceCents < 0',
    day: 'market',
  },
  'a trade that nobody answers goes on': { file: ENDS, was: 'ctx.nowMs < trade.expiresAtMs)', is: 'ctx.nowMs > 0)', day: 'market' },
  'a trade ends while there is time': { file: ENDS, was: ' || ctx.nowMs < trade.expiresAtMs)', is: ')', day: 'market' },
  'nobody is reminded of a trade': {
    file: ENDS,
    was: 'trade.remindedOfMs === trade.expiresAtMs)',
    is: 'trade.remindedOfMs === null)',
    day: 'market',
  },
  'a closed account goes on selling': { file: ENDS, was: '(user && user.closedAtMs === null)', is: 'user', day: 'market' },
  'cash that comes after the count corrects nothing': {
    file: SHIFT_CASH,
    was: 'if (shift.closedAtMs !== null)',
    is: 'if (shift.closedAtMs === 0)',
    day: 'drawer',
  },
  'a shift expects what was paid by card': {
    file: SHIFT_CASH,
    was: "filter(({ kind }) => kind === 'cash')",
    is: 'filter(Boolean)',
    day: 'drawer',
  },
  'a shift that was heard of first forgets its cash': {
    file: SHIFT_CASH,
    was: 'tx.get(shifts, id) ?? unopened(id)',
    is: 'unopened(id)',
    day: 'drawer',
  },
  'the cursor skips its own transaction': {
    file: MODEL,
    was: 'if (version.xid >= since && viewer',
    is: 'if (version.xid > since && viewer',
  },
  'a pull of many pages tells all results at once': { file: MODEL, was: '(!more || xid < first.xmin)', is: '(!more || xid >= 0)' },
}
