import { afterAll } from 'vitest'
import { dropDatabases } from './databases.ts'

// Vitest runs this setup before it sees a test file's own hooks, so this hook runs after them. Dropping many databases takes long on a busy machine.
afterAll(dropDatabases, 300_000)
