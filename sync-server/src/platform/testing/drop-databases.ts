import { afterAll } from 'vitest'
import { dropDatabases } from './databases.ts'

// Vitest runs this setup before it registers the hooks of a test file, so this hook runs after them. Dropping many databases takes long on a busy
// machine.
afterAll(dropDatabases, 300_000)
