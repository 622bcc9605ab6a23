import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { at, buildDir, filesBelow, hashOf, makeDir, root, secondsSince } from './project.mjs'

/** @typedef {import('./mutant-parts.mjs').Part} Part */
/** One break: `original` became `replacement`. @typedef {{ file: string, line: number, mutator: string, original: string, replacement: string, status: string }} Mutant */

const packages = ['shared', 'sync-server', 'pwa']
const copyDir = join(buildDir, 'mutants', 'copy')
const resultsDir = () => makeDir(join(buildDir, 'mutants', 'results'))
const leftOut = new Set(['node_modules', 'dist', '.build', '.git', 'data'])

const sources = () => filesBelow(root, (path) => !leftOut.has(basename(path)))

/**
 * Copies the project to a folder below its own, since Stryker changes the files where they are. The copy has links of its own to the project's packages:
 * the original's would lead its tests to unbroken code. All other packages are found further up.
 */
function copyProject() {
  rmSync(copyDir, { recursive: true, force: true })
  for (const path of sources()) {
    const copy = join(copyDir, path.slice(root.length))
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(path, copy)
  }
  const links = makeDir(join(copyDir, 'node_modules', '@shop'))
  for (const name of packages) {
    symlinkSync(join(copyDir, name), join(links, name))
    if (existsSync(at(name, 'node_modules'))) symlinkSync(at(name, 'node_modules'), join(copyDir, name, 'node_modules'))
  }
}

/** Breaks one feature of a part, or reads the result of an earlier run of the same sources. @param {Part} part @param {string} feature
 *  @param {{ env: NodeJS.ProcessEnv, fresh: boolean }} options @returns {Promise<Mutant[]>} */
export async function runFeature(part, feature, { env, fresh }) {
  const stem = join(resultsDir(), `${part.name}-${feature}`)
  const [resultFile, incrementalFile, reportFile] = [`${stem}.json`, `${stem}.incremental.json`, `${stem}.report.json`]
  if (fresh) for (const file of [resultFile, incrementalFile]) rmSync(file, { force: true })
  const key = hashOf(sources())
  if (existsSync(resultFile)) {
    const earlier = JSON.parse(readFileSync(resultFile, 'utf8'))
    if (earlier.key === key) return earlier.mutants
  }

  const startMs = performance.now()
  copyProject()
  const options = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', at('.scripts/lib/mutant-ignorer.mjs')],
    vitest: { configFile: '.house/mutants.config.ts', related: false },
    mutate: [...(part.mutate[feature] ?? []), '!**/*.test.ts', '!**/*.test.tsx'],
    inPlace: true,
    ignoreStatic: true,
    ignorers: ['sentences'],
    incremental: true,
    // on a busy machine the tests take longer than Stryker expects
    dryRunTimeoutMinutes: 30,
    incrementalFile,
    concurrency: Math.max(1, availableParallelism() - 1),
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: reportFile },
    allowConsoleColors: false,
  }
  writeFileSync(join(copyDir, 'stryker.config.json'), JSON.stringify(options))
  const stryker = spawn(process.execPath, [at('node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', 'stryker.config.json'], {
    cwd: copyDir,
    env: { ...env, MUTANT_TESTS: JSON.stringify(part.tests) },
    stdio: 'inherit',
  })
  const [code] = await once(stryker, 'exit')
  if (code !== 0) throw new Error(`Stryker failed at ${part.name} ${feature}. What it said is above.`)
  const mutants = readReport(reportFile)
  writeFileSync(resultFile, JSON.stringify({ key, mutants }))
  console.log(`${part.name} ${feature}: ${mutants.length} breaks (${secondsSince(startMs)})`)
  return mutants
}

/** @param {string} path @returns {Mutant[]} */
function readReport(path) {
  const { files } = JSON.parse(readFileSync(path, 'utf8'))
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants.map((/** @type {any} */ { mutatorName, replacement, status, location: { start, end } }) => {
      const cut = lines.slice(start.line - 1, end.line)
      cut[cut.length - 1] = cut.at(-1).slice(0, end.column - 1)
      cut[0] = cut[0].slice(start.column - 1)
      return { file, line: start.line, mutator: mutatorName, original: cut.join('\n'), replacement, status }
    })
  })
}
