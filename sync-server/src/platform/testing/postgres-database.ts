import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** Runs `body` on a connection of its own to the PostgreSQL at `url`. */
export async function connected<T>(url: string, body: (client: pg.Client) => Promise<T>, config: pg.ClientConfig = {}): Promise<T> {
  const client = new pg.Client({ ...config, connectionString: url })
  await client.connect()
  try {
    return await body(client)
  } finally {
    await client.end()
  }
}

/** Creates a database beside that of `url`, empty or as a copy of one to which nobody is connected. Answers its address. */
export async function createDatabase(url: string, copied?: string): Promise<string> {
  const name = `shop_test_${randomUUID().replaceAll('-', '')}`
  await administer(url, `create database ${name}${copied ? ` template ${copied}` : ''}`)
  return databaseBeside(url, name)
}

/** Copies the database at `url`, to which nobody may be connected. Answers the address of the copy. */
export const copyDatabase = (url: string): Promise<string> => createDatabase(url, databaseName(url))

/** Removes the database at `url`, whoever is connected to it. */
export const dropDatabase = (url: string): Promise<void> => administer(url, `drop database if exists ${databaseName(url)} with (force)`)

const administer = (url: string, statement: string): Promise<void> =>
  connected(databaseBeside(url, 'postgres'), async (client) => void (await client.query(statement)))

/** Address of another database in the same PostgreSQL. */
export function databaseBeside(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

const databaseName = (url: string): string => new URL(url).pathname.slice(1)
