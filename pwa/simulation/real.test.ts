import { expect, it } from 'vitest'
import { planOf } from './history.ts'
import { runRealHistory } from './real-history.ts'

const LENGTH = 20
const SEED = Number(process.env.SIMULATION_SEED ?? Date.now() % 1_000_000_000)

it(`loses and doubles nothing on IndexedDB and the real server, from seed ${SEED}`, { timeout: 300_000 }, async () => {
  const faults = [
    { action: { do: 'backupServer' }, steps: 40 },
    { action: { do: 'restartServer' }, steps: 40 },
    { action: { do: 'cloneStorage', device: 0 }, steps: 20 },
    { action: { do: 'withdrawRole', person: 1 }, steps: 20 },
    { action: { do: 'restoreServer', nth: 0 }, steps: 40 },
  ] as const
  const everyday = planOf(SEED, LENGTH)
  const plan = [...everyday.slice(0, 10), ...faults.flatMap((fault, at) => [fault, ...everyday.slice(10 + 3 * at, 13 + 3 * at)])]
  const { broken, log, tally } = await runRealHistory(SEED, plan)
  expect(broken, log.join('\n')).toEqual([])
  expect(tally.counts.get('promised command')).toBeGreaterThan(0)
  expect(tally.counts.get('server restored from a backup')).toBeGreaterThan(0)
})
