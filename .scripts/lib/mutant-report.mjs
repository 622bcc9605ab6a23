import { existsSync, readFileSync } from 'node:fs'
import { at } from './project.mjs'

/** @typedef {import('./mutant-parts.mjs').Part} Part */
/** @typedef {import('./mutant-run.mjs').Mutant} Mutant */
/** A break that no test can notice, or need not, with the reason. @typedef {{ file: string, original: string, replacement: string, reason: string }} Listed */

const listFile = '.house/surviving-mutants.json'
const noticed = new Set(['Killed', 'Timeout'])
const unnoticed = new Set(['Survived', 'NoCoverage'])

/** Prints a part's figures and each unlisted break that no test noticed. True when the part reaches its share. @param {Part} part @param {Mutant[]} mutants */
export function printPart(part, mutants) {
  /** @type {Listed[]} */
  const listed = existsSync(at(listFile)) ? JSON.parse(readFileSync(at(listFile), 'utf8')) : []
  const isListed = (/** @type {Mutant} */ { file, original, replacement }) =>
    listed.some((entry) => entry.file === file && entry.original === original && entry.replacement === replacement)
  const killed = mutants.filter(({ status }) => noticed.has(status))
  const left = mutants.filter(({ status }) => unnoticed.has(status))
  const excused = left.filter(isListed)
  const open = left.filter((mutant) => !isListed(mutant))
  for (const { file, line, original, replacement, status } of open)
    console.log(
      `${file}:${line} ${status === 'NoCoverage' ? 'no test runs' : 'no test notices'}: ${oneLine(original)} → ${oneLine(replacement)}`,
    )
  for (const { file, original, replacement } of listed.filter((entry) => killed.some((mutant) => isSame(mutant, entry))))
    console.log(`${listFile} lists what a test notices: ${file}: ${oneLine(original)} → ${oneLine(replacement)}`)

  const ignored = mutants.filter(({ status }) => status === 'Ignored').length
  const percent = (100 * killed.length) / (killed.length + open.length || 1)
  const verdict = percent >= part.leastPercent ? '✓' : '✗'
  console.log(
    `${verdict} ${part.name}: ${percent.toFixed(1)} % of ${killed.length + open.length} noticed (at least ${part.leastPercent} %), ${excused.length} more listed with a reason, ${ignored} left out (sentences, and code that runs once at loading)`,
  )
  return percent >= part.leastPercent
}

/** @param {Mutant} mutant @param {Listed} entry */
const isSame = (mutant, entry) =>
  mutant.file === entry.file && mutant.original === entry.original && mutant.replacement === entry.replacement

/** @param {string} code */
const oneLine = (code) => code.replace(/\s+/g, ' ').slice(0, 160)
