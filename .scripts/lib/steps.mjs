import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { at, buildDir, makeDir, run, secondsSince } from './project.mjs'

/**
 * One step of `npm test`. Each test of a `suite` counts, by vitest's report; any other step counts as one test.
 * `cores`: number of cores it keeps busy. `node`: path of the Node that runs it, if not this one.
 * @typedef {{ name: string, script: string, args?: string[], cwd?: string, env?: NodeJS.ProcessEnv, cores: number, suite?: boolean, node?: string }} Step
 * @typedef {{ name: string, passed: number, failed: number, output: string }} StepResult
 */

/** Ends a step that hangs. The longest step takes half an hour on two free cores, and may share them. */
const stepTimeoutMs = 120 * 60_000
/** Number of slowest files of a suite to log. */
const namedFiles = 5
const logDir = () => makeDir(join(buildDir, 'test'))

/**
 * Counts vitest's report. A file that could not run and a skipped test count as failures, so that no test is missed silently.
 * @param {string} path @returns {{ passed: number, failed: number, notes: string[] }}
 */
function countReport(path) {
  if (!existsSync(path)) return { passed: 0, failed: 1, notes: ['The test runner left no report.'] }
  const report = JSON.parse(readFileSync(path, 'utf8'))
  const notes = []
  let failed = report.numFailedTests
  for (const file of report.testResults) {
    if (file.status !== 'failed' || file.assertionResults.some((/** @type {{ status: string }} */ test) => test.status === 'failed'))
      continue
    failed += 1
    notes.push(`${file.name} failed outside its tests.`)
  }
  const skipped = report.numPendingTests + report.numTodoTests
  if (skipped > 0) notes.push(`${skipped} tests were skipped.`)
  failed += skipped
  if (report.numTotalTests === 0 && failed === 0) {
    failed = 1
    notes.push('There were no tests.')
  }
  return { passed: report.numPassedTests, failed, notes }
}

/** The slowest files with their seconds, from vitest's output because its report omits the time before the first test. @param {string} output */
function slowestFiles(output) {
  const lines = output.matchAll(/^ \S \|[\w-]+\| (\S+) \(\d+ tests?\b.*\) (\d+)ms$/gm)
  const files = [...lines].map(([, path, ms]) => ({ path, seconds: Number(ms) / 1000 })).sort((one, other) => other.seconds - one.seconds)
  return files.slice(0, namedFiles).map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`)
}

/** @param {Step} step @param {NodeJS.ProcessEnv} env @returns {Promise<StepResult>} */
async function runStep({ name, script, args = [], cwd, env: ownEnv, cores, suite, node = process.execPath }, env) {
  const startMs = performance.now()
  const report = join(logDir(), `${name}.json`)
  rmSync(report, { force: true })
  const reporters = suite ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : []
  const { code, output } = await run(node, [at(script), ...args, ...reporters], {
    cwd: cwd && at(cwd),
    // a suite on several cores gets one worker more than cores, because each core waits for databases and browsers a sixth of the time
    env: { ...env, TEST_WORKERS: String(cores > 1 ? cores + 1 : 1), ...ownEnv },
    timeoutMs: stepTimeoutMs,
  })
  writeFileSync(join(logDir(), `${name}.log`), output)

  const counted = suite ? countReport(report) : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, notes: [] }
  // Errors outside the tests, such as an unhandled rejection, show only in the exit code.
  if (code !== 0 && counted.failed === 0) counted.failed = 1
  const tests = suite ? `: ${counted.passed} passed, ${counted.failed} failed` : ''
  console.log(`${counted.failed ? '✗' : '✓'} ${name}${tests} (${secondsSince(startMs)})`)
  if (suite) for (const line of slowestFiles(output)) console.log(line)
  if (counted.failed) console.log(`${output.trimEnd()}\n${counted.notes.join('\n')}\n✗ ${name} failed; its output is above\n`)
  return { name, passed: counted.passed, failed: counted.failed, output }
}

/**
 * Starts the steps in the given order, as many at the same time as the cores allow.
 * @param {Step[]} steps @param {NodeJS.ProcessEnv} env @returns {Promise<StepResult[]>}
 */
export async function runSteps(steps, env) {
  const cores = Math.max(2, availableParallelism())
  const waiting = [...steps]
  /** @type {StepResult[]} */
  const results = []
  let busy = 0
  await new Promise((resolve) => {
    const next = () => {
      const [step] = waiting
      if (!step) return busy === 0 ? resolve(undefined) : undefined
      const need = Math.min(step.cores, cores)
      if (busy + need > cores) return
      waiting.shift()
      busy += need
      runStep(step, env)
        .catch((error) => ({ name: step.name, passed: 0, failed: 1, output: String(error) }))
        .then((result) => {
          results.push(result)
          busy -= need
          next()
        })
      next()
    }
    next()
  })
  return results
}
