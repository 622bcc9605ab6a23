import { randomUUID } from 'node:crypto'
import { SEARCHED_KEYS } from '@shop/shared/inventory/fields.ts'
import { stagedName } from '../platform/commands/staged-rows.ts'
import type { Beside } from '../platform/commands/whole-run.ts'
import { sql, type Tx } from '../platform/database/sql.ts'
import { DatabaseBusy } from '../platform/database/sql-errors.ts'
import type { Platform } from '../platform/platform.ts'
import { itemsTable } from './tables.ts'

/** Seconds without a sign of life after which a run counts as dead. A part takes a fraction of a second. */
const DEAD_AFTER_SECONDS = 60
/** The time of a dead run. It never comes alive again, because its texts may be half deleted. */
const DEAD = sql`to_timestamp(0)`
/** Number of search texts that one statement deletes. */
const DELETED_ROWS = 1_000

const staged = sql.table(stagedName(itemsTable))
/** The columns of a row that a search compares, in the order of the parameters of `item_search_text`. */
const columnsOf = (row: string) => sql.join(SEARCHED_KEYS.map((key) => sql.ref(`${row}.${itemsTable.columns.get(key)?.column}`)))

/** Writes the search texts of staged items ahead, part by part. They count from the moment when the items are applied. */
export function textsAhead(platform: Platform): Beside {
  // not the import's id: a killed attempt at the import may have left texts, which would mix with these
  const runId = randomUUID()
  return {
    async begin() {
      await dropDeadTexts(platform)
      await platform.db.insertInto('item_text_runs').values({ id: runId }).execute()
    },
    async staged(tx, partNo) {
      const alive = await sql`update item_text_runs set at = now() where id = ${runId} and at > ${DEAD}`.execute(tx)
      if (Number(alive.numAffectedRows) !== 1) throw new DatabaseBusy(`the search texts of run ${runId} are gone`)
      await sql`insert into item_texts (id, run_id, search_text)
        select n.id, ${runId}, item_search_text(${columnsOf('n')}) from ${staged} n left join items o on o.id = n.id
          left join item_texts t on t.id = n.id and t.run_id = ${runId}
          where n.part_no = ${partNo}::integer
            and (o.id is null or t.id is not null or (${columnsOf('n')}) is distinct from (${columnsOf('o')})) order by n.id
        on conflict (id, run_id) do update set search_text = excluded.search_text`.execute(tx)
    },
    async discarding(tx, partNos) {
      await sql`delete from item_texts where run_id = ${runId}
        and id in (select id from ${staged} where part_no = any(${[...partNos]}::integer[]))`.execute(tx)
    },
    async applying(tx, write) {
      // the run cannot be declared dead while its row is locked
      const alive = await sql`delete from item_text_runs where id = ${runId} and at > ${DEAD}`.execute(tx)
      if (Number(alive.numAffectedRows) !== 1) throw new DatabaseBusy(`the search texts of run ${runId} are gone`)
      await setAhead(tx, 'on')
      await write()
      await setAhead(tx, 'off')
      const replaced = await sql`select 1 from ${staged} where not is_new limit 1`.execute(tx)
      if (replaced.rows.length > 0)
        await sql`delete from item_texts old using item_texts ahead
          where ahead.run_id = ${runId} and old.id = ahead.id and old.run_id <> ${runId}`.execute(tx)
    },
    failed: () => dropTexts(platform, runId),
  }
}

const setAhead = (tx: Tx, value: 'on' | 'off') => sql`select set_config('shop.texts_ahead', ${value}, true)`.execute(tx)

/** Removes the search texts of runs that ended without a word, as after a power cut. */
export async function dropDeadTexts(platform: Platform): Promise<void> {
  // a run that another server applies just now is locked
  const { rows } = await sql<{ id: string }>`update item_text_runs set at = ${DEAD} where id in (select id from item_text_runs
    where at < now() - make_interval(secs => ${DEAD_AFTER_SECONDS}::double precision) for update skip locked) returning id`.execute(
    platform.db,
  )
  for (const { id } of rows) await dropTexts(platform, id)
}

/** Removes the search texts of a run that was not applied. */
async function dropTexts(platform: Platform, runId: string): Promise<void> {
  for (let left = true; left; )
    left = await platform.transaction(async (tx) => {
      const open = await sql`select 1 from item_text_runs where id = ${runId} for update`.execute(tx)
      if (open.rows.length === 0) return false
      const gone = await sql`delete from item_texts where run_id = ${runId}
        and id in (select id from item_texts where run_id = ${runId} limit ${DELETED_ROWS})`.execute(tx)
      if (Number(gone.numAffectedRows) > 0) return true
      await sql`delete from item_text_runs where id = ${runId}`.execute(tx)
      return false
    })
}
