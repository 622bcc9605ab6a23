import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { projectFiles, root } from './project.ts'

const server = 'sync-server/src/'
/** Migrations may contain handwritten SQL: they never change, and the query builder can express little of a schema. */
const migrations = `${server}migrations/`

/** Files with handwritten SQL, each with its reason. The compiler cannot check the columns and rows of such statements. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  'accounts/calls/people.ts': 'a search compares names in a normal form of Unicode, which the builder cannot express',
  'analytics/visit-store.ts': 'set-based: visitors and pages come as arrays; and the lock that makes servers take turns',
  'app/privacy/command-log-traces.ts': 'set-based: a page of the log is looked through and emptied in one statement',
  'app/privacy/person.ts': 'set-based: values come as an array, and are compared with those of everybody else in one statement',
  'images/thumbnails/thumbnail-rows.ts':
    'set-based: touched links are claimed, joined and marked as done in one statement; the database computes the waiting times',
  'inventory/examine-stock.ts': 'set-based: a page of items is compared with the sums of their movements in one statement',
  'inventory/texts-ahead.ts': 'set-based: the search texts of a part are written and dropped in one statement, from a temporary table',
  'inventory/text-search.ts': 'the text search: its conditions, which must match the index made for them',
  'notifications/notice-rows.ts': 'set-based: notices come as one JSON value',
  'platform/backup/dump-database.ts': 'a backup reads every table of the schema, through a cursor',
  'platform/backup/inside-migrations.ts': 'a backup is brought up to date inside one transaction, with the tables the migrator keeps',
  'platform/backup/load-database.ts': 'a backup is loaded into every table that it names, by the column types of the database',
  'platform/backup/restore.ts': 'a restore moves whole schemas',
  'platform/commands/command-log.ts': 'hot and set-based: the commands of a push are looked up, kept and acknowledged as sets',
  'platform/commands/prefetched-rows.ts': 'hot and set-based: all rows that a push names are read and locked, over all collections',
  'platform/commands/staged-rows.ts': 'hot and set-based: rows of every collection are staged in temporary tables and applied from there',
  'platform/commands/waiting-replays.ts': 'set-based: the refused commands of a push are kept as one JSON value',
  'platform/commands/write-back.ts': 'hot and set-based: all rows that a push removes are passed to the database as one JSON value',
  'platform/database/boots.ts': 'transaction ids, table locks and the id of the database cluster',
  'platform/database/collection-table.ts': 'hot and set-based: rows of every collection are written as one JSON value',
  'platform/database/database.ts': 'the checkpoint before the files are copied',
  'platform/database/expressions.ts': 'PostgreSQL functions that the builder lacks, for use in built statements',
  'platform/database/pglite-dialect.ts': 'a dialect begins and ends the embedded database’s transactions itself',
  'platform/database/planner.ts': 'settings of the planner, and statements that are prepared by name',
  'platform/jobs/housekeeping.ts': 'vacuum, and the statistics that ask for it',
  'platform/jobs/job-store.ts': 'set-based: jobs come as one JSON value; the database computes the next time of a job',
  'platform/pull/audit-sums.ts': 'hot: a pull computes sums over each collection',
  'platform/pull/changes.ts': 'hot: one statement over all collections, prepared by name',
  'platform/pull/packed-pages.ts': 'hot: for a first sync the database packs the rows of every collection',
  'platform/pull/results.ts': 'hot: each pull reads its results by transaction ids',
  'platform/pull/snapshot.ts': 'hot: each pull takes its snapshot, under a table lock',
  'platform/pull/start-streams.ts': 'hot: a first sync counts the changes of each collection',
  'sales/examine-books.ts': 'set-based: a page of postings or balances is compared with its sums in one statement',
  'sales/ledger-pages.ts': 'each filter of the ledger reads the index that has the wanted order; the choice is made by hand',
  'trades/examine-promised.ts': 'set-based: a page of items is compared with what orders hold of them in one statement',
  'trades/listing.ts': 'the search of the marketplace, over items that are grouped by barcode',
}

/** True for a source that imports `sql` or `CompiledQuery`, by name or with the whole module. */
function writesOut(path: string, text: string): boolean {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  return source.statements.some((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return false
    if (!/^kysely$|\/sql\.ts$/.test(statement.moduleSpecifier.text)) return false
    const named = statement.importClause?.namedBindings
    if (!named || !ts.isNamedImports(named)) return true
    return named.elements.some(({ name, propertyName }) => ['sql', 'CompiledQuery'].includes((propertyName ?? name).text))
  })
}

/** Files with handwritten SQL that are not listed, and listed files without any. */
function breaches(files: Readonly<Record<string, string>>, listed: readonly string[]) {
  const writing = Object.keys(files).filter((path) => writesOut(path, files[path] ?? ''))
  return { unlisted: writing.filter((path) => !listed.includes(path)), needless: listed.filter((path) => !writing.includes(path)) }
}

describe('handwritten SQL statements', () => {
  test('occur only in the files that are listed with a reason', () => {
    const paths = projectFiles().filter(
      (path) => path.startsWith(server) && path.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(path) && !path.startsWith(migrations),
    )
    const files = Object.fromEntries(paths.map((path) => [path.slice(server.length), readFileSync(join(root, path), 'utf8')]))
    expect(breaches(files, Object.keys(WRITTEN_OUT))).toEqual({ unlisted: [], needless: [] })
  })

  test('are found under every import name, and a listed file without such statements is reported', () => {
    const files = {
      'tagged.ts': `import { sql } from 'kysely'\nexport const one = sql\`select 1\``,
      'renamed.ts': `import { type Db, sql as raw } from '../platform/database/sql.ts'\nexport const one = raw\`select 1\``,
      'compiled.ts': `import { CompiledQuery } from 'kysely'\nexport const one = CompiledQuery.raw('select 1')`,
      'whole.ts': `import * as kysely from 'kysely'\nexport const one = kysely.sql\`select 1\``,
      'listed.ts': `import { sql } from 'kysely'\nexport const one = sql\`select 1\``,
      'built.ts': `import type { Db } from '../platform/database/sql.ts'\nexport const one = (db: Db) => db.selectFrom('users')`,
    }
    expect(breaches(files, ['listed.ts', 'built.ts'])).toEqual({
      unlisted: ['tagged.ts', 'renamed.ts', 'compiled.ts', 'whole.ts'],
      needless: ['built.ts'],
    })
  })
})
