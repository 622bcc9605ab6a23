import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { type Cents, cents, sumCents, ZERO_CENTS } from '../../kernel/money.ts'
import type { Tender } from '../../pos/schema.ts'
import type { RefundTender } from '../refund-schema.ts'
import { type Balance, balances, type LedgerAccount, ledgerEntries, type Sale } from '../schema.ts'
import type { PostingKind } from './posting-kinds.ts'

/** One side of a posting before it is booked, in cents, credit positive. `uid`: the consignor, or null for an account of the shop. */
export type Side = { readonly account: LedgerAccount; readonly uid: string | null; readonly amountCents: Cents }

/** Lists the sides of a sold line: consignor, shop, shipping and tax office share the customer's money. */
export function sidesOfSale(
  sale: Pick<Sale, 'consignorId' | 'salePriceCents' | 'shippingCostCents' | 'taxCents' | 'payoutCents' | 'shopCents'>,
): readonly Side[] {
  return [
    { account: 'consignor_available', uid: sale.consignorId, amountCents: sale.payoutCents },
    { account: 'shop_revenue', uid: null, amountCents: sale.shopCents },
    { account: 'shipping', uid: null, amountCents: sale.shippingCostCents },
    { account: 'tax', uid: null, amountCents: sale.taxCents },
    { account: 'sales_clearing', uid: null, amountCents: cents(-sale.salePriceCents) },
  ]
}

const TENDER_ACCOUNTS = {
  cash: 'cash_drawer',
  card: 'card_clearing',
  other: 'other_clearing',
} as const satisfies Readonly<Record<Tender['kind'], LedgerAccount>>

/** Lists the sides of a POS sale's payments, which settle in clearing what its lines left there. Cash lies in the drawer of the shift; that of no
 *  shift lies in a drawer that the books do not know. */
export function sidesOfTenders(tenders: readonly RefundTender[], shiftId: string | null | undefined): readonly Side[] {
  const accountOf = (kind: Tender['kind']) => (kind === 'cash' && !shiftId ? 'cash_unassigned' : TENDER_ACCOUNTS[kind])
  return [
    { account: 'sales_clearing', uid: null, amountCents: sumCents(tenders.map(({ amountCents }) => amountCents)) },
    ...tenders.map(({ kind, amountCents }): Side => ({ account: accountOf(kind), uid: null, amountCents: cents(-amountCents) })),
  ]
}

/** Lists the sides of the reverse posting. */
export const reversed = (sides: readonly Side[]): readonly Side[] =>
  sides.map((side) => ({ ...side, amountCents: cents(-side.amountCents) }))

/** Makes the balance of a person without any posting. */
export const emptyBalance = (uid: string): Balance => ({ id: uid, availableCents: ZERO_CENTS, heldCents: ZERO_CENTS })

/** Books a posting and updates the balances, which `touches` must name; no other code changes a balance. Throws when the sides do not sum to zero,
 *  which is a bug (law *Books*). */
export function post(tx: CommandTx, ctx: CommandContext, posting: { kind: PostingKind; sourceId: string; sides: readonly Side[] }): void {
  const sides = posting.sides.filter((side) => side.amountCents !== 0)
  if (sides.reduce((sum, side) => sum + side.amountCents, 0) !== 0)
    throw new Error(`posting ${posting.kind} of ${posting.sourceId} does not balance`)
  if (sides.length === 0) return
  const postingId = ctx.newId()
  for (const side of sides) {
    tx.put(ledgerEntries, {
      id: ctx.newId(),
      postingId,
      account: side.account,
      uid: side.uid,
      amountCents: side.amountCents,
      kind: posting.kind,
      sourceId: posting.sourceId,
      commandId: ctx.commandId,
      atMs: ctx.nowMs,
      byUid: ctx.actor.uid,
    })
    if (side.account === 'consignor_available') changeBalance(tx, side, 'availableCents')
    if (side.account === 'consignor_held') changeBalance(tx, side, 'heldCents')
  }
}

function changeBalance(tx: CommandTx, { account, uid, amountCents }: Side, field: 'availableCents' | 'heldCents'): void {
  if (uid === null) throw new Error(`a side of ${account} names nobody`)
  const balance = tx.get(balances, uid) ?? emptyBalance(uid)
  tx.put(balances, { ...balance, [field]: cents(balance[field] + amountCents) })
}
