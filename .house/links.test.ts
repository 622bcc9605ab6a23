import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles, projectPaths } from './project.ts'

/** The documents to check. A page that moves and a heading that is renamed leave dead links that no compiler sees. */
interface Documents {
  has: (path: string) => boolean
  read: (path: string) => string
}

/** The text without its code, in which brackets are no links. */
const withoutCode = (markdown: string) => markdown.replaceAll(/^\s*```[\s\S]*?^\s*```/gm, '').replaceAll(/`[^`\n]*`/g, '')

const targetsIn = (markdown: string): string[] =>
  [...withoutCode(markdown).matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)].map(([, target = '']) => target)

/** Anchors of a page's headings, as code hosts generate them. */
function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>()
  const counts = new Map<string, number>()
  for (const [, heading = ''] of markdown.replaceAll(/^\s*```[\s\S]*?^\s*```/gm, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-')
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    anchors.add(count === 0 ? slug : `${slug}-${count}`)
  }
  return anchors
}

function deadLinks(page: string, { has, read }: Documents): string[] {
  return targetsIn(read(page)).flatMap((target) => {
    if (/^[a-z][a-z+.-]*:/i.test(target)) return []
    const [file = '', anchor] = target.split('#')
    const path = file === '' ? page : posix.normalize(posix.join(posix.dirname(page), decodeURI(file))).replace(/\/$/, '')
    if (!has(path)) return [`${page}: ${target}`]
    return anchor === undefined || (path.endsWith('.md') && anchorsOf(read(path)).has(anchor)) ? [] : [`${page}: ${target}`]
  })
}

const files = projectFiles()
const documents: Documents = projectPaths()
const pages = files.filter((path) => path.endsWith('.md') && !path.startsWith('.house/fixtures/'))

test('every link of every document leads to a file and a heading that exist', () => {
  expect(pages.length).toBeGreaterThan(40)
  expect(pages.flatMap((page) => targetsIn(documents.read(page))).length).toBeGreaterThan(100)
  expect(pages.flatMap((page) => deadLinks(page, documents))).toEqual([])
})

test('the README leads to every document, directly or through other documents', () => {
  const reached = new Set(['README.md'])
  for (const page of reached)
    if (page.endsWith('.md'))
      for (const target of targetsIn(documents.read(page))) {
        const path = posix.normalize(posix.join(posix.dirname(page), target.split('#')[0] ?? ''))
        if (documents.has(path)) reached.add(path)
      }
  // nothing needs to link to decisions 0024 and 0025, which only say that the tables of promises moved
  expect(pages.filter((page) => !reached.has(page) && !page.includes('-spec-audit-'))).toEqual([])
})

test('each seeded violation is found', () => {
  const seeded = new Map([
    ['docs/a.md', '[b](b.md#it-is-there) [self](#top) ![p](../p.png) [out](https://x.example/y#z) `[code](gone.md)`\n# Top\n'],
    ['docs/b.md', '# It is there!\n```\n[in a fence](gone.md)\n# no heading\n```\n## Twice\n## Twice\n[one](a.md#top) [two](#twice-1)'],
    ['docs/c.md', '[1](gone.md) [2](a.md#gone) [3](#no-heading) [4](../p.png#top) [5](b.md#twice-2)'],
    ['p.png', ''],
  ])
  const seededDocuments = { has: (path: string) => seeded.has(path), read: (path: string) => seeded.get(path) ?? '' }
  const dead = [...seeded.keys()].flatMap((page) => deadLinks(page, seededDocuments))
  expect(dead).toEqual(['gone.md', 'a.md#gone', '#no-heading', '../p.png#top', 'b.md#twice-2'].map((target) => `docs/c.md: ${target}`))
})
