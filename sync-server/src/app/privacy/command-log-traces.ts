import { type Db, sql } from '../../platform/database/sql.ts'

/** Days after which the log forgets what a command said and what a call answered. Devices hand commands back for 30 days. */
export const COMMAND_TEXT_DAYS = 90
/** Commands looked through in one statement, few enough that nobody waits for it. */
const PAGE = 2_000

/** Texts that name a person: the id and e-mails anywhere in a text, other values as a whole. */
export type Naming = { readonly uid: string; readonly emails: readonly string[]; readonly values: readonly string[] }

/** Takes what commands and answers say about a person out of the log; ids, times and endings stay, so that law *Once* holds. The reason of a
 *  correction stays where it is about somebody else, because the ledger shows it. */
export async function forgetInCommandLog(db: Db, { uid, emails, values }: Naming): Promise<void> {
  const inTexts = emails.map(patternOfEmail)
  const inJson = [patternOf(uid), ...inTexts, ...values.map(patternOfValue)]
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
        and (uid = ${uid} or args::text ~ any(${inJson}::text[]) or answer::text ~ any(${inJson}::text[])
          or message ~ any(${inTexts}::text[]) or fields::text ~ any(${inTexts}::text[]))`.execute(db)
    after = last
  }
}

/** Takes arguments and answers of old commands out of the log, except the reasons that the ledger shows. */
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

/** Fields of arguments, answers and audit entries that name somebody. Elsewhere a value that equals a name says nothing: a lamp may be called like a
 *  person, and a person may choose a word that is everywhere. */
export const NAMING_FIELDS = [
  'email',
  'displayName',
  'username',
  'discordId',
  'discordUsername',
  'handle',
  'paymentUsername',
  'cashtag',
  'venmoUsername',
  'name',
  'street',
  'trackingNumber',
  'consignorName',
] as const

/** A regular expression, for PostgreSQL and for JavaScript, that finds this text inside another one. */
export const patternOf = (text: string): string => text.replace(/[^\w\s]/g, '\\$&')

/** A regular expression that finds an e-mail, but not as the end or the beginning of a longer one. */
export const patternOfEmail = (email: string): string => `(^|[^A-Za-z0-9._%+-])${patternOf(email)}(?![A-Za-z0-9-])(?!\\.[A-Za-z0-9])`

/** A regular expression that finds a name in JSON, as the value of a field that names somebody. */
const patternOfValue = (value: string): string => `"(${NAMING_FIELDS.join('|')})": ${patternOf(JSON.stringify(value))}`
