import { expect, it } from 'vitest'
import { cents, ZERO_CENTS } from '../../kernel/money.ts'
import { leftOf, NOTHING, partOf, priceOfPieces, type SalePart } from './left-of-sale.ts'
import { lineTotals } from './totals.ts'

/** Number of random returns; each is one step of a line's way to nothing. */
const STEPS = 1_000_000

const SEED = Number(process.env.RETURNS_SEED ?? Date.now() % 2 ** 31)

/** Makes random numbers 0 ≤ n < 1 from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function whole(quantity: number, unitPriceCents: number, percentage: number, taxRateBps: number): SalePart {
  const line = { unitPriceCents: cents(unitPriceCents), quantity, consignorId: 'ann', consignorPercentage: percentage }
  const { subtotalCents: _, ...parts } = lineTotals(line, taxRateBps)
  return { quantity, ...parts }
}

const minus = (a: SalePart, b: SalePart): SalePart => ({
  quantity: a.quantity - b.quantity,
  totalCents: cents(a.totalCents - b.totalCents),
  taxCents: cents(a.taxCents - b.taxCents),
  payoutCents: cents(a.payoutCents - b.payoutCents),
  shopCents: cents(a.shopCents - b.shopCents),
})
const partsOf = ({ quantity, totalCents, taxCents, payoutCents, shopCents }: SalePart) => [
  quantity,
  totalCents,
  taxCents,
  payoutCents,
  shopCents,
]

it('gives one of three pieces a third, and the last one the rest', () => {
  // $54.00 for three at 8.25 % and 60 %
  const sold = whole(3, 1_800, 60, 825)
  expect(partsOf(sold)).toEqual([3, 5_400, 412, 2_993, 1_995])
  const first = partOf(sold, { quantity: 1, totalCents: priceOfPieces(sold, 1) })
  expect(partsOf(first)).toEqual([1, 1_800, 137, 998, 665])
  const second = partOf(minus(sold, first), { quantity: 1, totalCents: cents(1_800) })
  expect(partsOf(second)).toEqual([1, 1_800, 138, 998, 664])
  const third = partOf(minus(minus(sold, first), second), { quantity: 1, totalCents: cents(1_800) })
  expect(partsOf(third)).toEqual([1, 1_800, 137, 997, 666])
  expect([first, second, third].reduce(minus, sold)).toEqual({ ...NOTHING })
})

it('takes nothing for pieces or money that the line does not have', () => {
  const sold = whole(1, 1_000, 50, 0)
  expect(partsOf(partOf(sold, { quantity: 2, totalCents: cents(2_500) }))).toEqual([1, 1_000, 0, 500, 500])
  const nothing = minus(sold, sold)
  expect(partsOf(partOf(nothing, { quantity: 1, totalCents: cents(1_000) }))).toEqual([0, 0, 0, 0, 0])
  // a piece that comes back without money
  expect(partsOf(partOf(sold, { quantity: 1, totalCents: ZERO_CENTS }))).toEqual([1, 0, 0, 0, 0])
})

it('takes the share of goods that cost nothing back from the consignor, piece by piece', () => {
  // given away at the shop’s cost
  const sold: SalePart = { ...NOTHING, quantity: 3, payoutCents: cents(1_000), shopCents: cents(-1_000) }
  const first = partOf(sold, { quantity: 1, totalCents: ZERO_CENTS })
  expect(partsOf(first)).toEqual([1, 0, 0, 333, -333])
  expect(partsOf(partOf(minus(sold, first), { quantity: 2, totalCents: ZERO_CENTS }))).toEqual([2, 0, 0, 667, -667])
  expect(partsOf(partOf(sold, { quantity: 0, totalCents: ZERO_CENTS }))).toEqual([0, 0, 0, 0, 0])
})

it('takes the share of goods that the shop reduced by the number of their pieces, whatever is left of their price', () => {
  // 3 × $6.00 with $17.99 off, all paid by the shop
  let left: SalePart = { quantity: 3, totalCents: cents(1), taxCents: ZERO_CENTS, payoutCents: cents(900), shopCents: cents(-899) }
  const parts = [1, 2, 3].map(() => {
    const part = partOf(left, { quantity: 1, totalCents: priceOfPieces(left, 1) })
    left = minus(left, part)
    return partsOf(part)
  })
  expect(parts).toEqual([
    [1, 0, 0, 300, -300],
    [1, 1, 0, 300, -299],
    [1, 0, 0, 300, -300],
  ])
  expect(left).toEqual({ ...NOTHING })
})

it('takes of money off no more from the consignor than the customer gets, and nothing for the shop', () => {
  // $20.00 at 50 % with $12.00 off, paid by the shop
  const sold: SalePart = { quantity: 1, totalCents: cents(800), taxCents: cents(61), payoutCents: cents(924), shopCents: cents(-185) }
  expect(partsOf(partOf(sold, { quantity: 0, totalCents: cents(400) }))).toEqual([0, 400, 31, 369, 0])
  const all = partOf(sold, { quantity: 0, totalCents: cents(800) })
  expect(partsOf(all)).toEqual([0, 800, 61, 739, 0])
  expect(partsOf(partOf(minus(sold, all), { quantity: 1, totalCents: ZERO_CENTS }))).toEqual([1, 0, 0, 185, -185])
})

it('leaves nothing of a line that was voided', () => {
  const voided = { voidedAtMs: 5, soldQuantity: 1, salePriceCents: cents(100), booked: null }
  expect(partsOf(leftOf(voided as unknown as Parameters<typeof leftOf>[0]))).toEqual([0, 0, 0, 0, 0])
})

it(`loses and makes no cent in ${STEPS} random returns (seed ${SEED})`, { timeout: 120_000 }, () => {
  const random = randomFrom(SEED)
  const upTo = (highest: number) => Math.floor(random() * (highest + 1))
  for (let steps = 0; steps < STEPS; ) {
    const sold = whole(1 + upTo(9), 1 + upTo(random() < 0.2 ? 5 : 5_000), upTo(10_000) / 100, random() < 0.2 ? 0 : upTo(5_000))
    // some lines pay the consignor at the shop's cost: a share of the price before a reduction that the shop bears
    const extra = random() < 0.2 ? upTo(sold.totalCents) : 0
    let left: SalePart = { ...sold, payoutCents: cents(sold.payoutCents + extra), shopCents: cents(sold.shopCents - extra) }
    while (left.quantity > 0 || left.totalCents > 0) {
      const quantity = upTo(left.quantity + 1)
      const asked = quantity > 0 && random() < 0.7 ? priceOfPieces(left, quantity) : cents(upTo(left.totalCents))
      const part = partOf(left, { quantity, totalCents: asked })
      const rest = minus(left, part)
      const told = JSON.stringify({ SEED, sold, extra, left, quantity, asked, part })
      const isSound =
        part.totalCents === part.taxCents + part.payoutCents + part.shopCents &&
        part.totalCents <= asked &&
        part.quantity === Math.min(quantity, left.quantity) &&
        [part.taxCents, part.payoutCents, rest.quantity, rest.totalCents, rest.taxCents, rest.payoutCents].every((one) => one >= 0) &&
        (left.shopCents < 0 || rest.shopCents >= 0) &&
        (left.shopCents < 0 || part.shopCents >= 0) &&
        (left.shopCents < 0 ||
          rest.totalCents > 0 ||
          part.totalCents === 0 ||
          (rest.taxCents === 0 && rest.payoutCents === 0 && rest.shopCents === 0))
      if (!isSound) expect(told).toBe('a sound part')
      left = rest
      steps++
      // the money of a last piece that came back for less stays in the shop
      if (left.quantity === 0) break
    }
  }
})
