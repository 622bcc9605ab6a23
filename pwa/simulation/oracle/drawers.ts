import type { Deed, Noted, Payment, Returned } from './deeds.ts'
import { type Accounts, givenByVoid } from './money.ts'

/** Facts about drawers that only the server decides: which facts of people without the right it booked, and which of two counts or voids came first. */
export type DrawerVerdicts = {
  /** True for a sale that was booked, even if it was undone later. */
  readonly isBooked: (saleId: string) => boolean
  /** The shift whose drawer gave the cash of an undone sale back; null for none. */
  readonly voidShiftOf: (saleId: string) => string | null
  readonly isOpened: (shiftId: string) => boolean
  readonly isMoved: (moveId: string) => boolean
  /** The cash that was counted at the close; null for an open shift. */
  readonly countedIn: (shiftId: string) => number | null
  readonly returnedOf: (refundId: string) => Returned | undefined
  readonly idsOf: (saleId: string) => readonly string[]
}

const cashOf = (payments: readonly Payment[]) =>
  payments.reduce((sum, { kind, amountCents }) => sum + (kind === 'cash' ? amountCents : 0), 0)

/** Adds up the cash of each shift, and books what its float, moves and count change. Sales and returns book their own cash. */
export function bookDrawers(done: readonly Noted[], accounts: Accounts, verdicts: DrawerVerdicts): ReadonlyMap<string, number> {
  const expected = new Map<string, number>()
  const add = (shiftId: string | null, amountCents: number) => shiftId && expected.set(shiftId, (expected.get(shiftId) ?? 0) + amountCents)
  const fromTo = (account: string, amountCents: number) => {
    accounts.add('cash_drawer', null, -amountCents)
    accounts.add(account, null, amountCents)
  }
  const counts = new Map<string, Extract<Deed, { kind: 'countDrawer' }>>()
  for (const { deed } of done) {
    if (deed.kind === 'sale' && verdicts.isBooked(deed.saleId)) {
      add(deed.shiftId, cashOf(deed.payments))
      add(verdicts.voidShiftOf(deed.saleId), -cashOf(givenByVoid(deed.payments, returnsOf(deed, done, verdicts))))
    } else if (deed.kind === 'giveBack' && verdicts.returnedOf(deed.refundId)) add(deed.shiftId, -cashOf([deed.payment]))
    else if (deed.kind === 'openDrawer' && verdicts.isOpened(deed.shiftId)) {
      add(deed.shiftId, deed.floatCents)
      fromTo(deed.leftBeforeCents === null ? 'safe' : 'over_short', deed.floatCents - (deed.leftBeforeCents ?? 0))
    } else if (deed.kind === 'moveCash' && verdicts.isMoved(deed.moveId)) {
      const intoCents = deed.way === 'in' ? deed.amountCents : -deed.amountCents
      add(deed.shiftId, intoCents)
      fromTo(deed.way === 'out' ? 'expenses' : 'safe', intoCents)
    } else if (deed.kind === 'countDrawer' && deed.countedCents === verdicts.countedIn(deed.shiftId) && !counts.has(deed.shiftId))
      counts.set(deed.shiftId, deed)
  }
  for (const [shiftId, { countedCents, leftCents }] of counts) {
    fromTo('over_short', countedCents - (expected.get(shiftId) ?? 0))
    fromTo('safe', leftCents - countedCents)
  }
  return expected
}

/** The money that returns of a sale gave back, as far as the sale covered it. */
export function returnsOf(
  { saleId }: { readonly saleId: string },
  done: readonly Noted[],
  { idsOf, returnedOf }: Pick<DrawerVerdicts, 'idsOf' | 'returnedOf'>,
): Payment[] {
  return done.flatMap(({ deed }) => {
    if (deed.kind !== 'giveBack' || !idsOf(saleId).includes(deed.saleId)) return []
    return [{ kind: deed.payment.kind, amountCents: returnedOf(deed.refundId)?.amountCents ?? 0 }]
  })
}
