import { expect, it } from 'vitest'
import type { Mistake } from './model-server.ts'
import { makePlan } from './plan.ts'
import { Chance } from './scheduler.ts'
import { runHistory } from './world.ts'

const SHORT_RUNS = 60
const LENGTH = 60
const SEED = Number(process.env.SIMULATION_SEED ?? Date.now() % 1_000_000_000)

const historyOf = (seed: number, mistake?: Mistake) => runHistory(seed, makePlan(new Chance(seed), LENGTH), mistake)

it(`loses and doubles nothing in ${SHORT_RUNS} random histories from seed ${SEED}`, { timeout: 300_000 }, async () => {
  for (let seed = SEED; seed < SEED + SHORT_RUNS; seed++) {
    const { broken } = await historyOf(seed)
    expect(broken, `npm run simulate -- --seed ${seed} --runs 1 --length ${LENGTH}`).toEqual([])
  }
})

it('tells the same history twice from one seed', { timeout: 60_000 }, async () => {
  const [first, second] = [await historyOf(7), await historyOf(7)]
  expect(first.log).toEqual(second.log)
  expect(first.steps).toBe(second.steps)
})

it.each<Mistake>(['runsAgain', 'newestCursor', 'trustsLostFutures'])(
  'finds a server that makes the mistake %s',
  { timeout: 300_000 },
  async (mistake) => {
    for (let seed = 1; seed <= 300; seed++) if ((await historyOf(seed, mistake)).broken.length > 0) return
    expect.unreachable('no history found it')
  },
)
