// `npm run mutants`: breaks the code in one small place after another and counts the breaks that a test notices. Not part of `npm test`, as it takes hours.
// `npm run mutants -- rules` runs one part, `npm run mutants -- rules sales trades` some of its features, `--fresh` takes no result of an earlier run.
import { installPackages } from './lib/install.mjs'
import { parts } from './lib/mutant-parts.mjs'
import { printPart } from './lib/mutant-report.mjs'
import { runFeature } from './lib/mutant-run.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { alone } from './lib/stamps.mjs'

const words = process.argv.slice(2)
const fresh = words.includes('--fresh')
const [partName, ...features] = words.filter((word) => word !== '--fresh')
const chosen = parts.filter(({ name }) => partName === undefined || name === partName)
if (chosen.length === 0) throw new Error(`There is no part ${partName}, only ${parts.map(({ name }) => name).join(', ')}.`)

await alone(installPackages)
const postgres = chosen.some(({ needsPostgres }) => needsPostgres) ? await startPostgres({ durable: false }) : undefined
const env = { ...process.env, ...(postgres && { TEST_DATABASE_URL: postgres.url }) }
try {
  for (const part of chosen) {
    const names = Object.keys(part.mutate).filter((name) => features.length === 0 || features.includes(name))
    if (names.length === 0) throw new Error(`The part ${part.name} has only ${Object.keys(part.mutate).join(', ')}.`)
    const mutants = []
    for (const name of names) mutants.push(...(await runFeature(part, name, { env, fresh })))
    if (!printPart(part, mutants)) process.exitCode = 1
  }
} finally {
  await postgres?.stop()
}
