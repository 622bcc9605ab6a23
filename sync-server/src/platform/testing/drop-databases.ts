import { afterAll } from 'vitest'
import { dropDatabases } from './databases.ts'

// Vitest runs this for each test file before the file's own hooks are known, so it comes after them.
// Dropping many takes its time while a machine is busy.
afterAll(dropDatabases, 300_000)
