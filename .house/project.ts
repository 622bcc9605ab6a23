import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root folder, without a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/** Names of files and folders to ignore in a copy of the project without git. */
const ignored = new Set(['.git', '.build', 'node_modules', 'dist', 'data', 'coverage', '.env'])

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (ignored.has(entry.name)) return []
    const path = join(dir, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [relative(root, path)]
  })
}

/** Access to the project by paths relative to the root. `has` is true for a file or folder, `read` returns a file's text. */
export function projectPaths(): { has: (path: string) => boolean; read: (path: string) => string } {
  const known = new Set(projectFiles().flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))))
  return { has: (path) => known.has(path.replace(/\/$/, '')), read: (path) => readFileSync(join(root, path), 'utf8') }
}

/** Paths of the project's files, relative to the root. In a copy without git, `ignored` decides instead of git. */
export function projectFiles(): string[] {
  try {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const deleted = execFileSync('git', ['ls-files', '-z', '--deleted'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).split('\0')
    return listed.split('\0').filter((path) => path !== '' && !deleted.includes(path))
  } catch {
    return filesBelow(root)
  }
}
