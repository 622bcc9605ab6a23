// The deeds of people, as they meant them. Nothing here or beside it imports a rule or a command of the product: the oracle is a second opinion.

/** Cents off a line, with tax, and who pays for them: owner and shop as they share, the shop alone, or the owner alone. */
export type Off = { readonly by: 'shared' | 'shop' | 'consignor'; readonly cents: number }

/** A sold line. `priceCents`: of one piece, with tax, before anything is taken off; `owner`: null for the shop's own goods. */
export type SoldLine = {
  readonly itemId: string | null
  readonly quantity: number
  readonly priceCents: number
  readonly owner: string | null
  readonly percent: number
  readonly off?: readonly Off[]
}

/** A customer's payment. */
export type Payment = { readonly kind: 'cash' | 'card' | 'other'; readonly amountCents: number }

/** A line of a file that comes in; `itemId`: of the item that it makes, if it makes one. */
export type ImportedRow = { readonly itemId: string; readonly barcode: string; readonly quantity: number }

/** Treatment of a line whose barcode the owner already has: it is left out, its pieces go to the goods there, or it makes an item all the same. */
export type ImportMode = 'skip' | 'update' | 'add'

/** A person's deed. `undo`: a sale does not count, `areAway` if its pieces are not on the shelf all the same; `pieces`: signed pieces of an item that
 *  came or went; `found`: the pieces of an open question are there after all; `count`: pieces that a person counted, `isLate` if nobody knows when;
 *  `recorded`: a sale made elsewhere, refused unless there are enough pieces; `unrecord`: it does not count; `adjust`: cents that
 *  the shop owes more; `close`: nobody brings goods or sells any more; `move`: all that one account has and will get belongs to another one; `import`: a file of goods;
 *  `openDrawer`, `moveCash`, `countDrawer`: cash
 *  of a shift; `notPaid`: a payout was called paid by mistake; `unpaid`: it will not be paid. */
export type Deed =
  | {
      readonly kind: 'sale'
      readonly saleId: string
      /** The shift whose drawer took the cash; null for none. */
      readonly shiftId: string | null
      readonly taxRateBps: number
      readonly lines: readonly SoldLine[]
      readonly payments: readonly Payment[]
    }
  | { readonly kind: 'undo'; readonly saleId: string; readonly areAway: boolean }
  | ReturnDeed
  | { readonly kind: 'accept'; readonly saleId: string }
  | {
      readonly kind: 'newItem'
      readonly itemId: string
      readonly quantity: number
      readonly owner: string | null
      readonly takenFrom: string | null
      /** The barcode, or the item whose barcode it has. */
      readonly barcode: string | { readonly of: string }
    }
  | { readonly kind: 'pieces'; readonly itemId: string; readonly by: number }
  | { readonly kind: 'found'; readonly itemId: string; readonly questionId: string }
  | { readonly kind: 'count'; readonly itemId: string; readonly counted: number; readonly isLate?: boolean }
  | { readonly kind: 'removeItem'; readonly itemId: string }
  | { readonly kind: 'recorded'; readonly saleId: string; readonly line: SoldLine; readonly shippingCents: number }
  | { readonly kind: 'unrecord'; readonly saleId: string; readonly itemId: string | null; readonly areAway: boolean }
  | { readonly kind: 'payout'; readonly payoutId: string; readonly uid: string; readonly amountCents: number }
  | { readonly kind: 'paid' | 'notPaid' | 'unpaid'; readonly payoutId: string }
  | { readonly kind: 'adjust'; readonly uid: string; readonly byCents: number }
  | { readonly kind: 'openDrawer'; readonly shiftId: string; readonly floatCents: number; readonly leftBeforeCents: number | null }
  | { readonly kind: 'moveCash'; readonly moveId: string; readonly shiftId: string; readonly way: string; readonly amountCents: number }
  | { readonly kind: 'countDrawer'; readonly shiftId: string; readonly countedCents: number; readonly leftCents: number }
  | { readonly kind: 'close'; readonly uid: string }
  | { readonly kind: 'move'; readonly fromUid: string; readonly toUid: string }
  | { readonly kind: 'import'; readonly owner: string | null; readonly mode: ImportMode; readonly rows: readonly ImportedRow[] }

/** Pieces of a sold line came back, for money. `owner`: the line's, as the till showed it. */
export type ReturnDeed = {
  readonly kind: 'giveBack'
  readonly refundId: string
  readonly saleId: string
  readonly shiftId: string | null
  readonly itemId: string | null
  readonly owner: string | null
  readonly quantity: number
  readonly isOnShelf: boolean
  readonly payment: Payment
}

/** The part of a return that the server took from the sale. The rest of its money is the shop's loss. */
export type Returned = {
  readonly quantity: number
  readonly amountCents: number
  readonly taxCents: number
  readonly payoutCents: number
}

/** The fate of a sale: it counts, it waits for an admin, or it was undone. */
export type Fate = 'booked' | 'waiting' | 'undone' | 'unknown'

/** A deed with the command that carries it to the server. It happened between the two times: the true one and the one that its device claimed. */
export type Noted = {
  readonly commandId: string
  readonly byUid: string
  readonly deed: Deed
  readonly fromMs: number
  readonly toMs: number
}

// biome-ignore lint/suspicious/noExplicitAny: the form is whatever the person sent; the oracle trusts none of the product's types
type Fields = Readonly<Record<string, any>>

/** Reads a deed off the form that the person sent. Undefined for a deed that changes neither stock nor money. */
export function deedsOf(name: string, form: unknown): readonly Deed[] {
  const of = form as Fields
  switch (name) {
    case 'sales.completePosSale':
      return [
        {
          kind: 'sale',
          saleId: of.saleId,
          shiftId: of.shiftId ?? null,
          taxRateBps: of.taxRateBps,
          lines: of.lines.map(soldLine),
          payments: of.tenders,
        },
      ]
    case 'sales.voidPosSale':
      return [undoOf(of)]
    case 'sales.settleSuspendedSale':
      return [of.decision === 'accept' ? { kind: 'accept', saleId: of.saleId } : undoOf(of)]
    case 'inventory.addMaster':
    case 'inventory.addConsignor':
      return [
        {
          kind: 'newItem',
          itemId: of.id,
          quantity: of.quantity,
          owner: of.consignorId ?? null,
          takenFrom: null,
          barcode: of.texts.barcode1,
        },
      ]
    case 'inventory.allocate':
      return [copied(of, of.masterItemId, of.masterItemId)]
    case 'inventory.copyToConsignor':
      return [copied(of, of.sourceItemId, null)]
    case 'inventory.massInput':
      return massInput(of.entries, of.consignorId)
    case 'inventory.remove':
      return [{ kind: 'removeItem', itemId: of.id }]
    case 'inventory.edit':
      if (of.countedQuantity !== undefined) return [{ kind: 'count', itemId: of.id, counted: of.countedQuantity }]
      return [{ kind: 'pieces', itemId: of.id, by: of.quantityDelta ?? 0 }]
    case 'inventory.sellMaster':
      // nobody says for how much
      return [recorded(of.saleId, { itemId: of.itemId, quantity: of.quantity, priceCents: 0, owner: null, percent: 0 })]
    case 'sales.record': {
      const { itemId, quantity, salePriceCents: priceCents, consignorId: owner, consignorPercentage: percent } = of
      return [recorded(of.saleId, { itemId, quantity, priceCents, owner, percent }, of.shippingCostCents)]
    }
    case 'sales.custom':
      return [recorded(of.saleId, { itemId: null, quantity: 1, priceCents: of.amountCents, owner: of.consignorId, percent: 100 })]
    case 'sales.voidRecordedSale':
      return [{ kind: 'unrecord', saleId: of.saleId, itemId: of.itemId, areAway: areAway(of) }]
    case 'payouts.request':
      return [{ kind: 'payout', payoutId: of.payoutId, uid: of.uid, amountCents: of.amountCents }]
    case 'payouts.markPaid':
      return [{ kind: 'paid', payoutId: of.payoutId }]
    case 'payouts.undoPaid':
      return [{ kind: 'notPaid', payoutId: of.payoutId }]
    case 'payouts.remove':
      return [{ kind: 'unpaid', payoutId: of.payoutId }]
    case 'pos.openShift':
      return [{ kind: 'openDrawer', shiftId: of.shiftId, floatCents: of.openingCents, leftBeforeCents: of.leftBeforeCents }]
    case 'pos.moveCash':
      return [{ kind: 'moveCash', moveId: of.moveId, shiftId: of.shiftId, way: of.kind, amountCents: of.amountCents }]
    case 'pos.closeShift':
      return [{ kind: 'countDrawer', shiftId: of.shiftId, countedCents: of.countedCents, leftCents: of.leftCents }]
    default:
      return []
  }
}

const copied = ({ newItemId: itemId, quantity, consignorId: owner }: Fields, like: string, takenFrom: string | null): Deed => ({
  ...{ kind: 'newItem', itemId, quantity, owner, takenFrom },
  barcode: { of: like },
})

const areAway = ({ goods }: Fields) => goods === 'kept' || goods === 'gone'

export const undoOf = (of: Fields): Deed => ({ kind: 'undo', saleId: of.saleId, areAway: areAway(of) })

const recorded = (saleId: string, line: SoldLine, shippingCents = 0): Deed => ({ kind: 'recorded', saleId, line, shippingCents })

const soldLine = (line: Fields): SoldLine => ({
  itemId: line.itemId,
  quantity: line.quantity,
  priceCents: line.unitPriceCents,
  owner: line.consignorId,
  percent: line.consignorPercentage,
  off: (line.reductions ?? []).map(({ bearer: by, reducedCents: cents }: Fields) => ({ by, cents })),
})

/** A barcode that is entered n times is one item of n pieces. */
function massInput(entries: readonly { readonly id: string; readonly barcode: string }[], owner: string): Deed[] {
  const firsts = entries.filter(({ barcode }, at) => entries.findIndex((other) => other.barcode === barcode) === at)
  return firsts.map(({ id, barcode }) => ({
    ...{ kind: 'newItem', itemId: id, owner, takenFrom: null, barcode },
    quantity: entries.filter((other) => other.barcode === barcode).length,
  }))
}
