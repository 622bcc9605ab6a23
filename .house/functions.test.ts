import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { projectFiles, root } from './project.ts'

const lineLimit = 70
const places = ['shared', 'pwa', 'sync-server', '.house', '.scripts']
/** Calls whose callback is a list of tests: the list may be long, because each test is counted separately. */
const containers = new Set(['describe', 'forEachDatabase', 'onPostgres', 'withShop'])

/** The name at the start of a call: `describe` of `describe.each(kinds)('a shop', …)`. */
function calleeOf(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isTaggedTemplateExpression(node)) return calleeOf(node.tag)
  return ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) ? calleeOf(node.expression) : ''
}

function isContainer(node: ts.Node): boolean {
  const { parent } = node
  return (
    ts.isCallExpression(parent) && parent.arguments.some((argument) => argument === node) && containers.has(calleeOf(parent.expression))
  )
}

/** Lines of a function that contain code: neither blank lines nor comments. */
function codeLines(node: ts.Node, source: ts.SourceFile): Set<number> {
  const found = new Set<number>()
  const visit = (part: ts.Node) => {
    // a comment in JSX is an expression without content: `{/* … */}`
    if (ts.isJSDoc(part) || (ts.isJsxExpression(part) && !part.expression)) return
    const children = part.getChildren(source)
    for (const child of children) visit(child)
    if (children.length > 0) return
    const start = part.getStart(source)
    const first = source.getLineAndCharacterOfPosition(start).line
    const written = source.text.slice(start, part.end).split('\n')
    for (const [at, line] of written.entries()) if (line.trim() !== '') found.add(first + at)
  }
  visit(node)
  return found
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name) return node.name.getText()
  const { parent } = node
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText()
  return ts.isCallExpression(parent) ? `callback of ${calleeOf(parent.expression)}` : 'function'
}

/** Functions of a file that exceed the limit, as 'path:line name, lines'. */
function longFunctions(path: string, text: string): string[] {
  if (text.split('\n').length <= lineLimit) return []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body && !isContainer(node)) {
      const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line
      const last = source.getLineAndCharacterOfPosition(node.end).line
      // counting lines of code is slow, so it is done only for the few functions that are too long with their comments
      const count = last - first < lineLimit ? 0 : codeLines(node, source).size
      if (count > lineLimit) found.push(`${path}:${first + 1} ${nameOf(node)}, ${count} lines`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

describe(`functions of more than ${lineLimit} lines of code`, () => {
  test('do not exist', () => {
    const files = projectFiles().filter(
      (path) => places.includes(path.split('/')[0] ?? '') && /\.([cm]?[jt]s|tsx)$/.test(path) && !path.startsWith('.house/fixtures/'),
    )
    expect(places.filter((place) => !files.some((path) => path.startsWith(`${place}/`)))).toEqual([])
    expect(files.flatMap((path) => longFunctions(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
  })

  /** Body of a function that has `count` lines in all, its first and last included. */
  const body = (count: number) => Array.from({ length: count - 2 }, (_, at) => `  use(${at})`).join('\n')

  test('are found in every form', () => {
    const seeded = [
      `function named() {\n${body(71)}\n}`,
      `const arrow = () => {\n${body(71)}\n}`,
      `class Till {\n  sell() {\n${body(71)}\n  }\n}`,
      `it('is long', async () => {\n${body(71)}\n})`,
      `const Screen = () => (\n  <p>\n${body(69)}\n  </p>\n)`,
      `describe('a till', () => {\n  function inner() {\n${body(71)}\n  }\n})`,
    ]
    expect(seeded.flatMap((text) => longFunctions('seeded.tsx', text))).toEqual([
      'seeded.tsx:1 named, 71 lines',
      'seeded.tsx:1 arrow, 71 lines',
      'seeded.tsx:2 sell, 71 lines',
      'seeded.tsx:1 callback of it, 71 lines',
      'seeded.tsx:1 Screen, 71 lines',
      'seeded.tsx:2 inner, 71 lines',
    ])
  })

  test('do not include a function of 70 lines that also has blank lines and comments, nor a list of tests', () => {
    const comments = '\n  // why\n\n  /** what\n   *  follows\n   */\n'
    const allowed = [
      `function named() {${comments}${body(70)}${comments}}`,
      `const Screen = () => (\n  <p>\n    {/* why */}\n${body(68)}\n  </p>\n)`,
      `describe.each(['pglite', 'postgres'] as const)('a shop on %s', (kind) => {\n${body(200)}\n})`,
      `forEachDatabase('a sale', (database) => {\n${body(200)}\n})`,
    ]
    expect(allowed.flatMap((text) => longFunctions('allowed.tsx', text))).toEqual([])
  })
})
