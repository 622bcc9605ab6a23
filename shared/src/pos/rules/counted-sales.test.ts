import { expect, it } from 'vitest'
import type { PosSale } from '../schema.ts'
import { countedSales } from './counted-sales.ts'

const sale = (id: string, soldAtMs: number, voidedAtMs: number | null = null) => ({ id, soldAtMs, voidedAtMs }) as PosSale

it('a void counts in the period in which it is made, and changes no earlier one', () => {
  const all = [sale('kept', 10), sale('same', 11, 19), sale('later', 12, 20), sale('earlier', 9, 10), sale('next', 20)]
  const counted = (fromMs: number, toMs: number) => {
    const { standing, takenBack } = countedSales(all, { fromMs, toMs })
    return [standing.map(({ id }) => id), takenBack.map(({ id }) => id)]
  }
  expect(counted(0, 10)).toEqual([['earlier'], []])
  expect(counted(10, 20)).toEqual([['kept', 'later'], ['earlier']])
  expect(counted(20, 30)).toEqual([['next'], ['later']])
  expect(counted(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)).toEqual([['kept', 'next'], []])
})
