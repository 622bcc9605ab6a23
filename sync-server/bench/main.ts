import { cpus } from 'node:os'
import type { Kind } from './databases.ts'
import { benchPull } from './pull-changes.ts'
import { benchPush } from './push-sales.ts'
import { benchSearch } from './search-items.ts'
import { benchStart } from './start-stream.ts'

const benches = { push: benchPush, pull: benchPull, start: benchStart, search: benchSearch }
const kinds: readonly Kind[] = ['pglite', 'postgres']

// `npm run bench -- sync-server pull` runs one benchmark; with `postgres` at the end, only on that database.
const wanted = process.argv.slice(2)
const chosenKinds = kinds.filter((kind) => wanted.includes(kind))
const chosen = (Object.keys(benches) as (keyof typeof benches)[]).filter((name) => wanted.includes(name))

console.log(
  `\n## Server, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`,
)
for (const name of chosen.length > 0 ? chosen : (Object.keys(benches) as (keyof typeof benches)[]))
  await benches[name](chosenKinds.length > 0 ? chosenKinds : kinds)
