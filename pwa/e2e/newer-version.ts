import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let newerVersions = 0

/** Turns the built app into a version that no device has yet, with a different page. Answers a function that undoes this. */
export async function makeNewerVersion(product = ROOT): Promise<() => Promise<void>> {
  newerVersions++
  const [workerPath, pagePath] = [join(product, 'pwa/dist/service-worker.js'), join(product, 'pwa/dist/index.html')]
  const [worker, html] = await Promise.all([readFile(workerPath, 'utf8'), readFile(pagePath, 'utf8')])
  const newer = worker.replace(/("revision":")[^"]+(","url":"index\.html")/, `$1newer-${newerVersions}$2`)
  expect(newer).not.toBe(worker)
  await writeFile(workerPath, newer)
  await writeFile(pagePath, html.replace('<head>', '<head><meta name="release" content="newer">'))
  return async () => {
    await writeFile(workerPath, worker)
    await writeFile(pagePath, html)
  }
}

/** Copies the built product, for a test that changes its files while others use the original. Answers the copy's folder. */
export async function copyProduct(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'shop-product-'))
  for (const path of ['pwa/dist', 'sync-server/dist', 'sync-server/package.json'])
    await cp(join(ROOT, path), join(copy, path), { recursive: true })
  for (const path of ['node_modules', 'sync-server/node_modules']) await symlink(join(ROOT, path), join(copy, path))
  return copy
}
