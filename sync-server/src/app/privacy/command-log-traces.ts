import { type Db, sql } from '../../platform/database/sql.ts'

/** Days after which the log forgets what a command said and what a call answered. Devices hand commands back for 30 days. */
export const COMMAND_TEXT_DAYS = 90
/** Commands looked through in one statement, so that nobody waits for it. */
const PAGE = 2_000

/** Texts that name a person: the id and e-mails anywhere in a text, other values as a whole. */
export type Naming = { readonly uid: string; readonly emails: readonly string[]; readonly values: readonly string[] }

/** Takes what commands and answers say about a person out of the log; ids, times and endings stay, so that law *Once* holds. The reason of a
 *  correction stays where it is about somebody else, because the ledger shows it. */
export async function forgetInCommandLog(db: Db, { uid, emails, values }: Naming): Promise<void> {
  const inTexts = emails.map(patternOf)
  const inJson = [uid, ...emails].map(patternOf).concat(values.map((value) => patternOf(JSON.stringify(value))))
  for (let after = ''; ; ) {
    const { rows } = await sql<{ last: string | null }>`select max(id) as last from (
      select id from command_log where id > ${after} order by id limit ${PAGE}) as page`.execute(db)
    const last = rows[0]?.last ?? null
    if (last === null) return
    await sql`update command_log set
        args = case when args ? 'reason' and uid <> ${uid} and args->>'uid' is distinct from ${uid} and not (args->>'reason' like any(${inTexts}::text[]))
          then jsonb_build_object('reason', args->'reason') end,
        answer = null, message = null, fields = null
      where id > ${after} and id <= ${last} and (args is not null or answer is not null or message is not null or fields is not null)
        and (uid = ${uid} or args::text like any(${inJson}::text[]) or answer::text like any(${inJson}::text[])
          or message like any(${inTexts}::text[]) or fields::text like any(${inTexts}::text[]))`.execute(db)
    after = last
  }
}

/** Takes arguments and answers of old commands out of the log, but for the reasons that the ledger shows. */
export async function forgetOldArguments(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`update command_log set answer = null,
        args = case when jsonb_typeof(args) = 'object' and args ? 'reason' then jsonb_build_object('reason', args->'reason') end
      where id in (select id from command_log where received_at < now() - make_interval(days => ${COMMAND_TEXT_DAYS})
        and (answer is not null or args is distinct from
          case when jsonb_typeof(args) = 'object' and args ? 'reason' then jsonb_build_object('reason', args->'reason') end) limit ${PAGE})`.execute(
      db,
    )
    if (numAffectedRows < PAGE) return
  }
}

/** A pattern that finds this text inside another one. */
export const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
