import { type Db, sql } from '../../platform/database/sql.ts'

/** Days after which the log forgets the arguments of commands and the answers of calls. They are more than the 30 days for which devices return
 *  commands to a restored shop. */
export const COMMAND_TEXT_DAYS = 90
/** Number of commands that one statement looks through: so few that nobody waits for the statement. */
const PAGE = 2_000
/** Names of the commands whose argument `id` names a box or an address. A row of another kind may have the same id, because devices choose ids. */
const OF_THINGS = '^(shipments\\.|accounts\\.[a-zA-Z]*Address$)'

/** The ids and texts that name a person. The id and the e-mails count anywhere in a text, other values only as a whole. `thingIds`: ids of the person's
 *  boxes and addresses. */
export type Naming = {
  readonly uid: string
  readonly emails: readonly string[]
  readonly thingIds: readonly string[]
  readonly values: readonly string[]
}

/** Removes from the log what commands and answers say about a person. Ids, times and outcomes stay, so that law *Once* holds. The reason that
 *  somebody else gave for a correction of a third person's balance stays, because the ledger shows it, unless it mentions one of the e-mails. Names,
 *  handles and streets are not searched, because somebody else may have the same. */
export async function forgetInCommandLog(db: Db, { uid, emails, thingIds }: Naming): Promise<void> {
  const inTexts = emails.map(patternOfEmail)
  const inJson = [patternOf(uid), ...inTexts]
  for (let after = ''; ; ) {
    const { rows } = await sql<{ last: string | null }>`select max(id) as last from (
      select id from command_log where id > ${after} order by id limit ${PAGE}) as page`.execute(db)
    const last = rows[0]?.last ?? null
    if (last === null) return
    await sql`update command_log set
        args = case when args ? 'reason' and uid <> ${uid} and args->>'uid' is distinct from ${uid} and not (args->>'reason' ~ any(${inTexts}::text[]))
          then jsonb_build_object('reason', args->'reason') end,
        answer = null, message = null, fields = null
      where id > ${after} and id <= ${last} and (args is not null or answer is not null or message is not null or fields is not null)
        and (uid = ${uid} or (name ~ ${OF_THINGS} and args->>'id' = any(${[...thingIds]}::text[])) or args::text ~ any(${inJson}::text[]) or answer::text ~ any(${inJson}::text[])
          or message ~ any(${inTexts}::text[]) or fields::text ~ any(${inTexts}::text[]))`.execute(db)
    after = last
  }
}

/** The arguments that the log keeps for ever: the reason of a command that took place. The ledger shows no refused or failed one. */
const lasting = sql`case when status = 'done' and jsonb_typeof(args) = 'object' and args ? 'reason' then jsonb_build_object('reason', args->'reason') end`

/** Removes arguments and answers of old commands from the log, except the reasons that the ledger shows. */
export async function forgetOldArguments(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`update command_log set answer = null, args = ${lasting}
      where id in (select id from command_log where received_at < now() - make_interval(days => ${COMMAND_TEXT_DAYS})
        and (answer is not null or args is distinct from ${lasting}) limit ${PAGE})`.execute(db)
    if (numAffectedRows < PAGE) return
  }
}

/** Makes a regular expression that finds this text inside another text. */
export const patternOf = (text: string): string => text.replace(/[^\w\s]/g, '\\$&')

/** Makes a regular expression that finds an e-mail, but not as a part of a longer e-mail. */
export const patternOfEmail = (email: string): string => `(^|[^A-Za-z0-9._%+-])${patternOf(email)}(?![A-Za-z0-9-])(?!\\.[A-Za-z0-9])`
