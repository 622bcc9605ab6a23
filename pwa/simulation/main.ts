import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { DAY_NAMES } from './day.ts'
import { planOf, runHistory } from './history.ts'
import { type Judged, shareLeftOut } from './judge.ts'
import type { Planned } from './plan.ts'
import { FAULTS } from './seeded/faults.ts'
import { shrink } from './shrink.ts'
import { Tally } from './tally.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    runs: { type: 'string' },
    length: { type: 'string' },
    depth: { type: 'string', default: 'memory' },
    database: { type: 'string', default: 'pglite' },
    workers: { type: 'string', default: String(availableParallelism()) },
    verbose: { type: 'boolean', default: false },
    'keep-going': { type: 'boolean', default: false },
    worker: { type: 'string' },
    fault: { type: 'string' },
    day: { type: 'string' },
  },
})
const isReal = values.depth === 'real'
if (!isReal && values.depth !== 'memory') throw new Error('--depth is memory or real')
const kind = (['pglite', 'postgres'] as const).find((name) => name === values.database)
if (!kind) throw new Error('--database is pglite or postgres')
const firstSeed = Number(values.seed)
const runs = Number(values.runs ?? (isReal ? 3 : 200))
const length = Number(values.length ?? (isReal ? 30 : 60))
/** One worker at the real depth: each history has a server process of its own, and two workers would only wait for each other's disk access. */
const workers = isReal ? 1 : Math.max(1, Math.min(Number(values.workers), runs))

/** A mistake to build into the code that runs, to see whether the simulation finds it. */
const fault = values.fault === undefined ? undefined : FAULTS[values.fault]
if (values.fault !== undefined && !fault) throw new Error(`--fault is one of: ${Object.keys(FAULTS).join(', ')}`)
/** The kind of every day; without it, each history has a day of its own. */
const day = DAY_NAMES.find((name) => name === (values.day ?? fault?.day))
if (values.day !== undefined && !day) throw new Error(`--day is one of: ${DAY_NAMES.join(', ')}`)
const SEEDER = new URL('./seeded/register.mjs', import.meta.url).href

type Report = {
  readonly steps: number
  readonly broken: number
  readonly judged: Judged
  readonly counts: readonly (readonly [string, number])[]
}

const say = (text: string) => process.stdout.write(`${text}\n`)

async function runnerOfHistories() {
  if (!isReal) return runHistory
  const { runRealHistory } = await import('./real-history.ts')
  return (seed: number, plan: readonly Planned[]) => runRealHistory(seed, plan, { kind })
}
const history = await runnerOfHistories()

async function runShare(from: number, by: number): Promise<Report> {
  const tally = new Tally()
  let steps = 0
  let broken = 0
  const judged: Judged = { compared: 0, leftOut: 0 }
  for (let run = from; run < runs && (broken === 0 || values['keep-going']); run += by) {
    const seed = firstSeed + run
    const plan = planOf(seed, length, day)
    const outcome = await history(seed, plan)
    tally.take(outcome.tally.counts)
    steps += outcome.steps
    judged.compared += outcome.judged.compared
    judged.leftOut += outcome.judged.leftOut
    if (values.verbose) say(outcome.log.join('\n'))
    if (outcome.broken.length === 0) continue
    broken += 1
    say(`seed ${seed} broke the law:\n${outcome.broken.slice(0, 10).join('\n')}`)
    if (!isReal && !values['keep-going'] && !values.fault) {
      const smallest = await shrink(seed, plan)
      say(`smallest history found:`)
      for (const { action, steps: after } of smallest.plan) say(`  ${JSON.stringify(action)} then ${after} steps`)
      say(smallest.outcome.broken.slice(0, 10).join('\n'))
    }
    const onDay = day ? ` --day ${day}` : ''
    const depth = isReal ? `real --database ${kind}` : 'memory'
    say(`replay: npm run simulate -- --depth ${depth} --seed ${seed} --runs 1 --length ${length}${onDay} --workers 1 --verbose`)
  }
  return { steps, broken, judged, counts: [...tally.counts] }
}

/** Runs one worker's share of the seeds in another process of this program. */
function runElsewhere(at: number): Promise<Report> {
  return new Promise((resolve, reject) => {
    const args = [...process.argv.slice(2), '--seed', values.seed, '--worker', String(at)]
    // most objects live as long as their history, so a large young generation of the heap saves copying them
    const execArgv = [...process.execArgv, '--max-semi-space-size=64', ...(fault ? ['--import', SEEDER] : [])]
    const env = { ...process.env, ...(fault && { SEEDED_FAULT: JSON.stringify(fault) }) }
    const child = fork(fileURLToPath(import.meta.url), args, { execArgv, env })
    child.once('message', (report) => resolve(report as Report))
    child.once('exit', (code) => reject(new Error(`a worker ended with ${code}`)))
  })
}

if (values.worker !== undefined) {
  const report = await runShare(Number(values.worker), workers)
  process.send?.(report, () => process.exit(0))
} else {
  const startedAtMs = performance.now()
  const reports =
    workers === 1 && !fault ? [await runShare(0, 1)] : await Promise.all(Array.from({ length: workers }, (_, at) => runElsewhere(at)))
  const seconds = (performance.now() - startedAtMs) / 1_000
  const tally = new Tally()
  for (const { counts } of reports) tally.take(counts)
  const sum = (of: (report: Report) => number) => reports.reduce((total, report) => total + of(report), 0)
  say(tally.table(runs))
  const broken = sum((report) => report.broken)
  const about = `${runs} histories from seed ${firstSeed} (${isReal ? `real, ${kind}` : 'memory'}): ${tally.counts.get('promised command') ?? 0} promised commands`
  say(`${about}, ${sum(({ steps }) => steps)} steps, ${seconds.toFixed(1)} s, ${Math.round((runs / seconds) * 3_600)} an hour`)
  const judged = { compared: sum((report) => report.judged.compared), leftOut: sum((report) => report.judged.leftOut) }
  say(`${judged.compared} items and carts compared, ${judged.leftOut} left out (${(100 * shareLeftOut(judged)).toFixed(1)} %)`)
  say(broken === 0 ? 'nothing lost and nothing doubled' : `${broken} broke the law`)
  process.exit(broken === 0 ? 0 : 1)
}
