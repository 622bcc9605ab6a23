import { eraseTraces, MAX_TRACES } from '@shop/shared/accounts/commands/erase-traces.ts'
import { withoutTexts } from '@shop/shared/accounts/rules/audit-texts.ts'
import { pseudonymOf } from '@shop/shared/accounts/rules/erasure.ts'
import type { AuditEntry } from '@shop/shared/settings/schema.ts'
import { anyOf } from '../../platform/database/expressions.ts'
import type { Db } from '../../platform/database/sql.ts'
import { SYSTEM } from '../../platform/kernel/system-actor.ts'
import type { Platform } from '../../platform/platform.ts'
import { forgetInCommandLog, type Naming, patternOf, patternOfEmail } from './command-log-traces.ts'

/** Ids of the rows that mention an erased person, by the argument of `eraseTraces` that takes them. */
type Traces = Partial<
  Record<
    'posSaleIds' | 'suspendedSaleIds' | 'cartIds' | 'labelledCartIds' | 'offerIds' | 'auditEntryIds' | 'discrepancyIds',
    readonly string[]
  >
>

/** Removes an erased person from the rows of others: lines of sales and carts, labels of carts, offers, audit entries, notes, mails, failed jobs and
 *  the log of commands. Can run again for rows that arrived late. */
export async function sweepTraces(platform: Platform, naming: Naming): Promise<void> {
  const { db } = platform
  const { uid, emails } = naming
  await sweepRows(platform, uid, { ...(await namedLines(db, uid)), ...(await mentions(db, naming)) })
  const inTexts = anyOf(emails.map(patternOfEmail))
  await db
    .deleteFrom('mails')
    .where((eb) => eb.or([eb('subject', '~', inTexts), eb('text', '~', inTexts), eb('html', '~', inTexts)]))
    .execute()
  await db
    .deleteFrom('jobs')
    .where('status', '=', 'failed')
    .where((eb) => eb(eb.cast<string>('payload', 'text'), '~', anyOf([patternOf(uid), ...emails.map(patternOfEmail)])))
    .execute()
  await platform.forgetWaiting([patternOf(uid), ...emails.map(patternOfEmail)])
  await forgetInCommandLog(db, naming)
}

/** Removes the name from sales and carts that reached the shop after the erasure. */
export async function sweepLateLines(platform: Platform, uid: string): Promise<void> {
  await sweepRows(platform, uid, await namedLines(platform.db, uid))
}

async function sweepRows(platform: Platform, uid: string, traces: Traces): Promise<void> {
  for (const [argument, ids] of Object.entries(traces))
    for (let from = 0; from < ids.length; from += MAX_TRACES)
      await platform.runCommand(SYSTEM, eraseTraces, { uid, [argument]: ids.slice(from, from + MAX_TRACES) })
}

type Lines = { readonly lines: readonly { readonly consignorId: string | null; readonly consignorName: string }[] }

/** Finds the sales and carts whose lines still have the person's own name. */
async function namedLines(db: Db, uid: string): Promise<Traces> {
  const isNamed = ({ lines }: Lines) =>
    lines.some(({ consignorId, consignorName }) => consignorId === uid && consignorName !== pseudonymOf(uid))
  const sold = db.selectFrom('sales').select('pos_sale_id').where('consignor_id', '=', uid).where('pos_sale_id', 'is not', null)
  const posSaleIds: string[] = []
  for (let after = ''; ; ) {
    const page = db.selectFrom('pos_sales').select(['id', 'lines']).where('id', 'in', sold).where('id', '>', after)
    const rows = await page.orderBy('id').limit(MAX_TRACES).execute()
    posSaleIds.push(...rows.filter(isNamed).map(({ id }) => id))
    if (rows.length < MAX_TRACES) break
    after = rows.at(-1)?.id ?? ''
  }
  const namedIn = async (table: 'carts' | 'suspended_sales') => {
    const rows = db.selectFrom(table).select(['id', 'lines'])
    const named = await rows.where((eb) => eb(eb.cast<string>('lines', 'text'), '~', patternOf(uid))).execute()
    return named.filter(isNamed).map(({ id }) => id)
  }
  return { posSaleIds, cartIds: await namedIn('carts'), suspendedSaleIds: await namedIn('suspended_sales') }
}

/** Finds the rows about the person's trades and account, and the rows that name the person. */
async function mentions(db: Db, { uid, emails, values }: Naming): Promise<Traces> {
  const trades = db.selectFrom('trades').select('id').where('buyer_uid', '=', uid)
  const offers = await db.selectFrom('offers').select('id').where('trade_id', 'in', trades).where('tracking_number', '<>', '').execute()
  const inTexts = anyOf(emails.map(patternOfEmail))
  const entries = await db
    .selectFrom('audit_entries')
    .select(['id', 'before', 'after'])
    .where('action', '<>', 'accounts.erase')
    .where((eb) =>
      eb.or([
        eb('subject', '=', uid),
        eb('subject', 'in', trades),
        eb(eb.cast<string>('before', 'text'), '~', inTexts),
        eb(eb.cast<string>('after', 'text'), '~', inTexts),
      ]),
    )
    .execute()
  const notes = await db
    .selectFrom('discrepancies')
    .select('id')
    .where((eb) => eb.or([eb('note', '~', inTexts), eb('note', '=', anyOf(values))]))
    .execute()
  const labels = await db
    .selectFrom('carts')
    .select('id')
    .where((eb) => eb.or([eb('label', '~', inTexts), eb('label', '=', anyOf(values))]))
    .execute()
  return {
    offerIds: offers.map(({ id }) => id),
    auditEntryIds: entries.filter(hasTexts).map(({ id }) => id),
    discrepancyIds: notes.map(({ id }) => id),
    labelledCartIds: labels.map(({ id }) => id),
  }
}

const hasTexts = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>) =>
  JSON.stringify([before, after]) !== JSON.stringify([withoutTexts(before), withoutTexts(after)])
