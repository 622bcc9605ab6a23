import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { tables } from '../../app/tables.ts'
import { buildSearchIndex } from '../../inventory/text-search.ts'
import { silentLog } from '../kernel/log.ts'
import { openPlatform } from '../platform.ts'
import { onServer } from '../testing/cluster.ts'
import { createPostgresDatabase, onPostgres } from '../testing/databases.ts'

const SCRIPT = readFileSync(new URL('../../../deployment/shop-role.sh', import.meta.url), 'utf8')

/** Reads the statements of the script that makes the servers' role, and renames the role. A role belongs to the whole cluster, which other tests use
 *  too. */
function statementsFor(role: string, password: string): string {
  const text = /<<'SQL'\n([\s\S]*?)\nSQL$/m.exec(SCRIPT)?.[1] ?? ''
  return text.replace(`'shop.role', 'shop'`, `'shop.role', '${role}'`).replace(":'password'", `'${password}'`)
}

onPostgres('the role that the compose file’s servers use', () => {
  /** Runs the script on a database and answers the role's address. */
  const prepared = async (url: string, role: string): Promise<string> => {
    await onServer(url, statementsFor(role, 'first'))
    await onServer(url, statementsFor(role, 'secret'))
    onTestFinished(
      async () => void (await onServer(url, `reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`)),
    )
    const of = new URL(url)
    of.username = role
    of.password = 'secret'
    return of.href
  }
  const serve = async (url: string) => {
    const platform = await openPlatform({ tables, log: silentLog, runJobs: false, database: { kind: 'postgres', url } })
    await buildSearchIndex(platform)
    await platform.close()
  }

  it('is no superuser, and can set up and serve an empty database', async () => {
    const url = await createPostgresDatabase()
    const own = await prepared(url, 'shop_of_a_test')
    await serve(own)
    await serve(own)
    const powers = 'rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls'
    expect(await onServer(own, `select ${powers} from pg_roles where rolname = current_user`)).toEqual([
      { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false },
    ])
    await expect(onServer(own, `copy (select 1) to program 'true'`)).rejects.toThrow(/permission denied|must be superuser/)
    await expect(onServer(own, `select pg_read_file('/etc/passwd')`)).rejects.toThrow(/permission denied|must be superuser/)
  })

  it('becomes the owner of a database that an earlier release made as superuser', async () => {
    const url = await createPostgresDatabase()
    await serve(url)
    const own = await prepared(url, 'shop_after_superuser')
    // migrations may change every table, and only the owner can do that
    await onServer(own, 'alter table items add column of_a_later_release text')
    await onServer(own, 'create or replace function stamp_changed_xid() returns trigger language plpgsql as $$ begin return new; end $$')
    await serve(own)
    const foreign = `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      and relowner <> (select oid from pg_roles where rolname = current_user)`
    expect(await onServer(own, foreign)).toEqual([])
  })
})
