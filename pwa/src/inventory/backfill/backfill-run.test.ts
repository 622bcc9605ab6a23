import { expect, test } from 'vitest'
import { NOT_BEGUN, noted, waiting } from './backfill-run.ts'

const entry = (isDone: boolean) => ({ atMs: 1, itemName: 'Tea', isDone, text: '', imageUrl: '' })
const items = [{ itemUID: 'a' }, { itemUID: 'b' }]

test('a backfill run counts successes, and does not retry a failed item', () => {
  const run = noted(noted(NOT_BEGUN, 'a', entry(false)), 'x', entry(true))
  expect([run.successCount, run.failedUids, run.log.length]).toEqual([1, ['a'], 2])
  expect(waiting(run, items)).toEqual([{ itemUID: 'b' }])
})

test('a backfill run keeps only the latest lines of its log', () => {
  let run = NOT_BEGUN
  for (let n = 0; n < 250; n++) run = noted(run, `${n}`, { ...entry(true), atMs: n })
  expect([run.log.length, run.log[0]?.atMs]).toEqual([100, 249])
})
