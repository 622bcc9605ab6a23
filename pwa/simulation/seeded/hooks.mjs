import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

let fault

export function initialize(seeded) {
  fault = seeded
}

/** Loads the faulty file with its mistake, and every other file as it is. */
export async function load(url, context, next) {
  const path = url.startsWith('file:') ? fileURLToPath(url.split('?')[0]) : ''
  if (!path.endsWith(`/${fault.file}`)) return next(url, context)
  const text = await readFile(path, 'utf8')
  const parts = text.split(fault.was)
  if (parts.length !== 2) throw new Error(`${fault.file} has ${parts.length - 1} times: ${fault.was}`)
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext, verbatimModuleSyntax: true }
  const { outputText } = ts.transpileModule(parts.join(fault.is), { compilerOptions: options, fileName: path })
  return { format: 'module', source: outputText, shortCircuit: true }
}
