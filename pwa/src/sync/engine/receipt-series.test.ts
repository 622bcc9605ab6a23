import { randomUUID } from 'node:crypto'
import { posSales } from '@shop/shared/pos/schema.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StorageProblem } from '../ports/contract.ts'
import { gunzipText } from '../ports/gzip.ts'
import { MemoryDatabase, MemoryDisk } from '../ports/memory-database.ts'
import { loadStore } from '../store/open.ts'
import { appendCommand } from '../store/outbox.ts'
import { nextReceipt } from '../store/receipt-number.ts'
import { positionOf, readState } from '../store/state.ts'
import { sellAt, settled, TestClock, TestShop } from '../testing/shop.ts'

/** A tablet with its storage and the receipt numbers of the sales that it knows. */
class Tablet {
  readonly database: MemoryDatabase
  constructor(
    readonly disk: MemoryDisk,
    readonly heard: string[],
    private readonly clock: TestClock,
  ) {
    this.database = new MemoryDatabase(disk)
  }

  async sell(): Promise<string> {
    const state = await this.database.transact('read', ['meta'], (tx) => readState(tx))
    const receipt = nextReceipt(state, this.clock, (wanted) => this.heard.filter((one) => one === wanted).length)
    const sale = { id: randomUUID(), name: 'sell', version: 1, args: {}, at: 0, replaceKey: '' }
    const outcome = await appendCommand(this.database, positionOf(state), sale, { preview: () => null, find: () => null, receipt })
    expect(outcome.kind).toBe('appended')
    this.heard.push(receipt.number)
    return receipt.number
  }

  clone(): Tablet {
    return new Tablet(this.disk.clone(), [...this.heard], this.clock)
  }
}

async function twoOfOne(soldBefore: number): Promise<[Tablet, Tablet]> {
  const clock = new TestClock()
  const tablet = new Tablet(new MemoryDisk(), [], clock)
  await loadStore({ database: tablet.database, clock, gunzip: gunzipText })
  for (let n = 0; n < soldBefore; n++) await tablet.sell()
  return [tablet, tablet.clone()]
}

/** Tells both tablets of everything that was sold. */
function sync([one, two]: [Tablet, Tablet], sold: readonly string[]): void {
  for (const { heard } of [one, two]) heard.splice(0, heard.length, ...sold)
}

describe('the receipt series of a storage that exists twice', () => {
  it('continues on one tablet, and the other tablet begins a new series', async () => {
    const tablets = await twoOfOne(3)
    const sold = [...tablets[0].heard, await tablets[0].sell()]
    sync(tablets, sold)
    const next = [await tablets[1].sell(), await tablets[0].sell()]
    expect(new Set([...sold, ...next]).size).toBe(6)
    expect(next[0]?.split('-')[0]).not.toBe(sold[0]?.split('-')[0])
    expect(next[1]?.split('-')[0]).toBe(sold[0]?.split('-')[0])
  })

  it('repeats no further number once both tablets know each other’s sales', async () => {
    const tablets = await twoOfOne(3)
    const sold = [...tablets[0].heard]
    for (const tablet of tablets) sold.push(await tablet.sell())
    expect(new Set(sold).size).toBe(4)
    sync(tablets, sold)
    const next = [await tablets[0].sell(), await tablets[1].sell()]
    expect(new Set([...sold, ...next]).size).toBe(6)
  })

  it('never prints a number that the selling tablet knows, in any order of sales and syncs', async () => {
    const steps = fc.array(fc.constantFrom('first', 'second', 'sync'), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(fc.nat(5), steps, async (soldBefore, plan) => {
        const tablets = await twoOfOne(soldBefore)
        const sold = [...tablets[0].heard]
        for (const step of plan) {
          if (step === 'sync') sync(tablets, sold)
          else {
            const tablet = tablets[step === 'first' ? 0 : 1]
            const known = [...tablet.heard]
            const number = await tablet.sell()
            expect(known).not.toContain(number)
            sold.push(number)
          }
        }
        // once they know each other's sales, they never print the same number again
        sync(tablets, sold)
        for (const tablet of tablets) await tablet.sell()
        const [one, two] = [await tablets[0].sell(), await tablets[1].sell()]
        if (sold.length > soldBefore) expect(one).not.toBe(two)
      }),
    )
  })

  it('stays the same during 200 sales before the copy', async () => {
    const [tablet] = await twoOfOne(200)
    expect(new Set(tablet.heard.map((number) => number.split('-')[0])).size).toBe(1)
    expect(tablet.heard.at(-1)).toMatch(/^[2-9A-HJ-NP-Z]{5}-0200$/)
  })
})

it('a device begins a new receipt series when a known sale has the next number', async () => {
  const browser = new TestShop().browser()
  const tab = await browser.tab()
  const first = `${await sellAt(tab)}`
  const [series] = first.split('-')
  tab.replica.rows.set(posSales.name, 'elsewhere', { id: 'elsewhere', receiptNumber: `${series}-0002` } as never)
  const next = `${await sellAt(tab)}`
  expect(next).toMatch(/-0001$/)
  expect(next).not.toBe(first)
  expect(await sellAt(tab)).toBe(next.replace('0001', '0002'))
  await settled()
  tab.stop()
})

describe('a receipt number', () => {
  it('is never shared by two tabs, and the count goes on after a reload', async () => {
    const browser = new TestShop().browser()
    const [one, two] = [await browser.tab(), await browser.tab()]
    const numbers = await Promise.all([sellAt(one), sellAt(two), sellAt(one), sellAt(two)])
    expect(numbers.map((number) => `${number}`.slice(-5)).sort()).toEqual(['-0001', '-0002', '-0003', '-0004'])
    expect(await sellAt(await browser.tab())).toMatch(/-0005$/)
  })

  it('is not taken by a sale that is refused or finds no room', async () => {
    const browser = new TestShop().browser()
    const tab = await browser.tab()
    await expect(sellAt(tab, { by: 2_000 })).rejects.toMatchObject({ code: 'NOTE_FULL' })
    browser.disk.problem = 'full'
    await expect(sellAt(tab)).rejects.toThrow(StorageProblem)
    browser.disk.problem = null
    expect(await sellAt(tab)).toMatch(/-0001$/)
  })

  it('stays the same at a second tap, in this tab or another', async () => {
    const browser = new TestShop().browser()
    const [one, two] = [await browser.tab(), await browser.tab()]
    const id = one.newId()
    const numbers = await Promise.all([sellAt(one, { id }), sellAt(one, { id }), sellAt(two, { id })])
    await two.catchUp()
    expect([new Set(numbers).size, one.replica.entries.length, two.replica.entries.length]).toEqual([1, 1, 1])
    expect(two.replica.find(id)?.command.args).toMatchObject({ pad: numbers[0] })
    await expect(sellAt(two, { id, by: 2 })).rejects.toMatchObject({ code: 'ID_REUSED' })
    expect(await sellAt(two)).toMatch(/-0002$/)
  })
})
