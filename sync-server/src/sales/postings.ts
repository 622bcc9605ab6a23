import type { Posting } from '@shop/shared/sales/ledger-calls.ts'
import { sourceOfKind } from '@shop/shared/sales/rules/posting-kinds.ts'
import { type LedgerEntry, ledgerAccountSchema } from '@shop/shared/sales/schema.ts'
import { namedColumns } from '../platform/database/collection-table.ts'
import { anyOf, textOrNull } from '../platform/database/expressions.ts'
import type { Tx } from '../platform/database/sql.ts'
import type { Place } from './ledger-pages.ts'
import { ledgerEntriesTable } from './tables.ts'

const ACCOUNT_ORDER = new Map(ledgerAccountSchema.options.map((account, index) => [account, index]))

/** Reads postings with their entries and sources, in the order of `places`. */
export async function readPostings(tx: Tx, places: readonly Place[]): Promise<Posting[]> {
  const entries = tx.selectFrom('ledger_entries').select(namedColumns(ledgerEntriesTable))
  const rows = await entries.where('posting_id', '=', anyOf(places.map(({ postingId }) => postingId))).execute()
  const [names, commands, sources] = [await namesOf(tx, rows), await commandsOf(tx, rows), await sourcesOf(tx, rows)]
  const byPosting = new Map<string, LedgerEntry[]>()
  for (const row of rows) byPosting.set(row.postingId, [...(byPosting.get(row.postingId) ?? []), row])
  return places.flatMap(({ postingId }) => {
    const entries = byPosting.get(postingId)
    const [first] = entries ?? []
    if (!entries || !first) return []
    const { kind, atMs, byUid, commandId, sourceId } = first
    const command = commands.get(commandId)
    const about = sources.get(sourceId)
    const sourceKind = sourceOfKind(kind)
    return {
      id: postingId,
      kind,
      at: new Date(atMs).toISOString(),
      byUid,
      byName: names.get(byUid) ?? '',
      command: { id: commandId, name: command?.name ?? null },
      source: {
        kind: sourceKind,
        id: sourceId,
        label: sourceKind === 'person' ? (names.get(sourceId) ?? '') : (about?.label ?? ''),
        posSaleId: about?.posSaleId ?? null,
        displayId: about?.displayId ?? '',
      },
      reason: command?.reason ?? '',
      entries: entries
        .sort((a, b) => (ACCOUNT_ORDER.get(a.account) ?? 0) - (ACCOUNT_ORDER.get(b.account) ?? 0) || (a.id < b.id ? -1 : 1))
        .map(({ id, account, uid, amountCents }) => ({ id, account, uid, name: uid === null ? '' : (names.get(uid) ?? ''), amountCents })),
    }
  })
}

const distinct = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]

/** Reads the names of the people who acted, who are owed something, or who are the source of an entry. */
async function namesOf(tx: Tx, entries: readonly LedgerEntry[]): Promise<ReadonlyMap<string, string>> {
  const ids = distinct(entries.flatMap(({ uid, byUid, sourceId }) => [uid, byUid, sourceId]))
  const rows = await tx
    .selectFrom('users')
    .select((eb) => ['id', eb.fn.coalesce(textOrNull(eb.ref('display_name')), 'username', 'email').as('name')])
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type MadeBy = { id: string; name: string; reason: string | null }

async function commandsOf(tx: Tx, entries: readonly LedgerEntry[]): Promise<ReadonlyMap<string, MadeBy>> {
  const rows = await tx
    .selectFrom('command_log')
    .select((eb) => ['id', 'name', eb.fn<string | null>('jsonb_extract_path_text', ['args', eb.val('reason')]).as('reason')])
    .where('id', '=', anyOf(distinct(entries.map(({ commandId }) => commandId))))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

type About = { id: string; label: string; posSaleId: string | null; displayId: string }

/** Reads the sales, returns, shifts, payouts and trades behind the entries. A suspended sale that was accepted is a POS sale too, and described as that. */
async function sourcesOf(tx: Tx, entries: readonly LedgerEntry[]): Promise<ReadonlyMap<string, About>> {
  const meant = anyOf(distinct(entries.map(({ sourceId }) => sourceId)))
  const rows = await tx
    .selectFrom('sales')
    .select(['id', 'item_name as label', 'pos_sale_id as posSaleId', 'display_id as displayId'])
    .where('id', '=', meant)
    .unionAll(({ selectFrom }) =>
      selectFrom('suspended_sales')
        .select(({ lit }) => ['id', 'receipt_number as label', lit(null).as('posSaleId'), 'display_id as displayId'])
        .where('id', '=', meant),
    )
    .unionAll(({ selectFrom }) =>
      selectFrom('pos_sales')
        .select(['id', 'receipt_number as label', 'id as posSaleId', 'display_id as displayId'])
        .where('id', '=', meant),
    )
    .unionAll(({ selectFrom }) =>
      selectFrom('refunds')
        .select(({ val }) => ['id', 'receipt_number as label', 'sale_id as posSaleId', val('').as('displayId')])
        .where('id', '=', meant),
    )
    .unionAll(({ selectFrom }) =>
      selectFrom('shifts')
        .select(({ lit, val }) => ['id', 'drawer as label', lit(null).as('posSaleId'), val('').as('displayId')])
        .where('id', '=', meant),
    )
    .unionAll(({ selectFrom }) =>
      selectFrom('payouts')
        .select(({ lit, val }) => ['id', 'handle as label', lit(null).as('posSaleId'), val('').as('displayId')])
        .where('id', '=', meant),
    )
    .unionAll(({ selectFrom }) =>
      selectFrom('trades')
        .select(({ fn, lit }) => [
          'id',
          'item_name as label',
          lit(null).as('posSaleId'),
          fn<string>('left', ['id', lit(8)]).as('displayId'),
        ])
        .where('id', '=', meant),
    )
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
