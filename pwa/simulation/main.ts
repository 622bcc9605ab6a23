import { parseArgs } from 'node:util'
import { makePlan, type Planned } from './plan.ts'
import { Chance } from './scheduler.ts'
import { type Outcome, runHistory } from './world.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    runs: { type: 'string', default: '200' },
    length: { type: 'string', default: '60' },
    verbose: { type: 'boolean', default: false },
  },
})
const firstSeed = Number(values.seed)
const runs = Number(values.runs)
const length = Number(values.length)

/** Leaves out as much of a broken history as still breaks it. */
async function shrink(seed: number, plan: readonly Planned[]): Promise<{ plan: readonly Planned[]; outcome: Outcome }> {
  let smallest = plan
  let outcome = await runHistory(seed, plan)
  for (let size = Math.ceil(plan.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < smallest.length; ) {
      const candidate = [...smallest.slice(0, from), ...smallest.slice(from + size)]
      const result = await runHistory(seed, candidate)
      if (result.broken.length > 0) {
        smallest = candidate
        outcome = result
      } else from += size
    }
  }
  return { plan: smallest, outcome }
}

let promised = 0
let steps = 0
const startedAtMs = Date.now()
for (let run = 0; run < runs; run++) {
  const seed = firstSeed + run
  const plan = makePlan(new Chance(seed), length)
  const outcome = await runHistory(seed, plan)
  promised += outcome.promisedCount
  steps += outcome.steps
  if (values.verbose) process.stdout.write(`${outcome.log.join('\n')}\n`)
  if (outcome.broken.length === 0) continue
  process.stdout.write(`seed ${seed} broke the law. Smallest history found:\n`)
  const smallest = await shrink(seed, plan)
  for (const { action, steps: after } of smallest.plan) process.stdout.write(`  ${JSON.stringify(action)} then ${after} steps\n`)
  process.stdout.write(
    `${smallest.outcome.broken.slice(0, 10).join('\n')}\nreplay: npm run simulate -- --seed ${seed} --runs 1 --length ${length}\n`,
  )
  process.exit(1)
}
const seconds = (Date.now() - startedAtMs) / 1_000
process.stdout.write(
  `${runs} histories from seed ${firstSeed}: ${promised} promised commands, ${steps} steps, ${seconds.toFixed(1)} s, nothing lost and nothing doubled\n`,
)
