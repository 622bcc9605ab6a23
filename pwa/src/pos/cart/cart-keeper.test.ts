import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { cents } from '@shop/shared/kernel/money.ts'
import type { Cart } from '@shop/shared/pos/schema.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addLine, emptyCart, freeLine, setPrice } from './cart-changes.ts'
import { CartKeeper, SAVE_DELAY_MS } from './cart-keeper.ts'

const id = (n: number) => uuidv7(1_700_000_000_000 + n, new Uint8Array(10).fill(n))
const line = freeLine(id(9), 'Bag', '', cents(100))

function keeper(save?: (cart: Cart) => Promise<unknown>) {
  const saved: Cart[] = []
  const made = new CartKeeper(emptyCart(id(1), id(2), id(3), 5, 50), {
    save: save ?? (async (cart) => void saved.push(cart)),
    nowMs: () => 10,
  })
  return { keeper: made, saved }
}

describe('CartKeeper', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('saves the first change immediately and the following changes together', async () => {
    const { keeper: it_, saved } = keeper()
    it_.change(addLine(line))
    expect(saved).toHaveLength(1)
    for (const price of [1, 12, 123]) it_.change(setPrice(line.id, cents(price)))
    await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS - 1)
    expect(saved).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2)
    expect(saved).toHaveLength(2)
    expect(saved[1]?.lines[0]?.unitPriceCents).toBe(123)
    expect(it_.read().isSaved).toBe(true)
  })

  it('flushes pending changes, and never overlaps two saves', async () => {
    let running = 0
    let most = 0
    const last: Cart[] = []
    const { keeper: it_ } = keeper(async (cart) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 50))
      running -= 1
      last.push(cart)
    })
    it_.change(addLine(line))
    it_.change(setPrice(line.id, cents(7)))
    const flushed = it_.flush()
    it_.change(setPrice(line.id, cents(8)))
    const again = it_.flush()
    await vi.advanceTimersByTimeAsync(1_000)
    await Promise.all([flushed, again])
    expect(most).toBe(1)
    expect(last.at(-1)?.lines[0]?.unitPriceCents).toBe(8)
  })

  it('keeps a cart that cannot be saved, and reports the problem', async () => {
    const { keeper: it_ } = keeper(() => Promise.reject(new Error('full')))
    it_.change(addLine(line))
    await it_.flush()
    expect(it_.read()).toMatchObject({ isSaved: false, problem: { message: 'full' } })
    expect(it_.read().cart.lines).toHaveLength(1)
  })

  it('saves nothing after it is closed', async () => {
    const { keeper: it_, saved } = keeper()
    it_.change(addLine(line))
    it_.change(setPrice(line.id, cents(5)))
    await it_.close()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(saved).toHaveLength(1)
    it_.change(setPrice(line.id, cents(6)))
    expect(it_.read().cart.lines[0]?.unitPriceCents).toBe(5)
  })
})
