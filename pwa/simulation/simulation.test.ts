import { commands } from '@shop/shared/registry.ts'
import { expect, it } from 'vitest'
import { planOf, runHistory } from './history.ts'
import { MAX_SHARE_LEFT_OUT, shareLeftOut } from './judge.ts'
import type { Mistake } from './model-server.ts'
import { ONCE_BROKEN } from './once-broken.ts'
import { shrink } from './shrink.ts'
import { HAPPENINGS, Tally } from './tally.ts'
import { NOT_SIMULATED, SIMULATED } from './verbs.ts'

const SHORT_RUNS = 100
/** Maximum number of histories within which every happening must occur. */
const MOST_RUNS = 400
/** Number of histories within which a mistake of the server must be found. The rarest one shows in about one of sixty. */
const MISTAKE_RUNS = 200
const LENGTH = 60
const SEED = Number(process.env.SIMULATION_SEED ?? Date.now() % 1_000_000_000)

const historyOf = (seed: number, mistake?: Mistake) => runHistory(seed, planOf(seed, LENGTH), mistake)

it(`loses and doubles nothing in ${SHORT_RUNS} random histories from seed ${SEED}`, { timeout: 300_000 }, async () => {
  const tally = new Tally()
  const judged = { compared: 0, leftOut: 0 }
  for (let seed = SEED; seed < SEED + SHORT_RUNS; seed++) {
    const outcome = await historyOf(seed)
    expect(outcome.broken, `npm run simulate -- --seed ${seed} --runs 1 --length ${LENGTH}`).toEqual([])
    tally.take(outcome.tally.counts)
    judged.compared += outcome.judged.compared
    judged.leftOut += outcome.judged.leftOut
  }
  expect(judged.compared).toBeGreaterThan(SHORT_RUNS)
  expect(shareLeftOut(judged)).toBeLessThan(MAX_SHARE_LEFT_OUT)
  const missing = () => [
    ...HAPPENINGS.filter((what) => !tally.counts.has(what)),
    ...SIMULATED.filter((name) => !tally.commands.includes(name)),
  ]
  // the rarest happening occurs about once in forty histories
  for (let seed = SEED + SHORT_RUNS; missing().length > 0 && seed < SEED + MOST_RUNS; seed++)
    tally.take((await historyOf(seed)).tally.counts)
  expect(missing()).toEqual([])
  // a command that histories run needs no reason why they do not
  expect(tally.commands.filter((name) => name in NOT_SIMULATED)).toEqual([])
})

it('gives no reason for a command that does not exist', () => {
  const names = commands.map(({ name }) => name)
  expect(Object.keys(NOT_SIMULATED).filter((name) => !names.includes(name))).toEqual([])
})

it.each(ONCE_BROKEN)('holds the laws in a history in which $name', { timeout: 120_000 }, async ({ seed, plan }) => {
  // other seeds order the same steps differently, and the laws must hold in every order
  for (let order = 0; order < 8; order++) expect((await runHistory(seed + order, plan)).broken).toEqual([])
})

it('produces the same history twice from one seed', { timeout: 60_000 }, async () => {
  const [first, second] = [await historyOf(7), await historyOf(7)]
  expect(first.log).toEqual(second.log)
  expect(first.steps).toBe(second.steps)
})

it.each<Mistake>(['runsAgain', 'newestCursor', 'trustsLostFutures'])(
  'finds a server that makes the mistake %s, and shortens the history that shows it',
  { timeout: 120_000 },
  async (mistake) => {
    for (let seed = 1; seed <= MISTAKE_RUNS; seed++) {
      if ((await historyOf(seed, mistake)).broken.length === 0) continue
      const { plan, outcome } = await shrink(seed, planOf(seed, LENGTH), mistake)
      expect(outcome.broken).not.toEqual([])
      return expect(plan.length).toBeLessThan(LENGTH)
    }
    expect.unreachable('no history found it')
  },
)
