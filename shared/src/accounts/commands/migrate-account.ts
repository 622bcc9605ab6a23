import * as z from 'zod/mini'
import { byField, byId, type CommandContext, type CommandTx, defineCommand, type Row } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { cents } from '../../kernel/money.ts'
import { posSales } from '../../pos/schema.ts'
import { emptyBalance, post } from '../../sales/rules/ledger.ts'
import { balances, type Sale, sales } from '../../sales/schema.ts'
import { audit } from '../../settings/rules/audit.ts'
import { administrationRefusals } from '../administration-errors.ts'
import { accountRefusals } from '../errors.ts'
import { closed, isOpen } from '../rules/closed-account.ts'
import { OWNED_ROWS } from '../rules/owned-rows.ts'
import { isEmailProved, type User, users } from '../schema.ts'

/** Moves the rows of `OWNED_ROWS`, the lines of POS sales and the balance from an earlier account to the account its person signs in with, and closes
 *  the earlier account. Refuses ACCOUNT_NOT_FOUND, NOT_MIGRATABLE, EMAIL_NOT_PROVED, ALREADY_MIGRATED (nothing is left to move), ACCOUNT_CHANGED
 *  (`posSaleIds` lacks a POS sale of the earlier account). */
export const migrateAccount = defineCommand({
  name: 'accounts.migrate',
  args: z.object({ fromUid: idSchema, toUid: idSchema, posSaleIds: z.array(idSchema).check(z.maxLength(1_000_000)) }),
  roles: ['admin'],
  channel: 'server',
  assurance: 'second',
  refusals: ['ACCOUNT_NOT_FOUND', 'NOT_MIGRATABLE', 'EMAIL_NOT_PROVED', 'ALREADY_MIGRATED', 'ACCOUNT_CHANGED'],
  touches: ({ fromUid, toUid, posSaleIds }) => [
    byId(users, fromUid),
    byId(users, toUid),
    byId(balances, fromUid),
    byId(balances, toUid),
    ...OWNED_ROWS.map(({ collection, field }) => byField(collection, field, fromUid)),
    ...posSaleIds.map((id) => byId(posSales, id)),
  ],
  run(tx, { fromUid, toUid, posSaleIds }, ctx) {
    const [from, to] = requirePair(tx, fromUid, toUid)
    requireEveryPosSale(tx.where(sales, 'consignorId', fromUid), posSaleIds)
    const moved: Record<string, number> = {}
    for (const { collection, field, name } of OWNED_ROWS) {
      const rows = tx.where(collection, field, fromUid)
      if (rows.length > 0) moved[name] = rows.length
      for (const row of rows) tx.put(collection, { ...(row as Row), [field]: toUid } as Row)
    }
    for (const id of posSaleIds) moveLines(tx, id, fromUid, toUid)
    Object.assign(moved, moveBalance(tx, ctx, fromUid, toUid))
    if (!isOpen(from) && Object.keys(moved).length === 0) throw refusal(administrationRefusals, 'ALREADY_MIGRATED')

    if (isOpen(from)) {
      const migratedFrom = { uid: fromUid, displayName: from.displayName, username: from.username ?? to.migratedFrom?.username ?? null }
      tx.put(users, { ...to, migratedFrom })
      tx.put(users, { ...closed(from, ctx.nowMs), migratedTo: toUid })
    }
    audit(tx, ctx, {
      action: 'accounts.migrate',
      subject: toUid,
      before: { migratedFrom: fromUid },
      after: moved,
    })
  },
})

/** Returns the earlier account and its successor. A closed earlier account can be migrated again only to the same successor. */
function requirePair(tx: CommandTx, fromUid: string, toUid: string): readonly [User, User] {
  const from = tx.get(users, fromUid)
  const to = tx.get(users, toUid)
  if (!from || !to) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
  const isSamePerson = from.isEarlier && !to.isEarlier && from.email !== '' && from.email === to.email
  if (!isSamePerson || !isOpen(to) || (!isOpen(from) && from.migratedTo !== toUid)) throw refusal(administrationRefusals, 'NOT_MIGRATABLE')
  // a second run needs no proved e-mail: it only moves rows that arrived after the first
  if (isOpen(from) && !isEmailProved(to)) throw refusal(accountRefusals, 'EMAIL_NOT_PROVED')
  return [from, to]
}

function requireEveryPosSale(sold: readonly Sale[], posSaleIds: readonly string[]): void {
  const named = new Set(posSaleIds)
  if (sold.some(({ posSaleId }) => posSaleId !== null && !named.has(posSaleId))) throw refusal(administrationRefusals, 'ACCOUNT_CHANGED')
}

/** If the lines of a POS sale and its rows in `sales` named different owners, a void would change two balances. */
function moveLines(tx: CommandTx, posSaleId: string, fromUid: string, toUid: string): void {
  const sale = tx.get(posSales, posSaleId)
  if (!sale?.lines.some(({ consignorId }) => consignorId === fromUid)) return
  const lines = sale.lines.map((line) => (line.consignorId === fromUid ? { ...line, consignorId: toUid } : line))
  tx.put(posSales, { ...sale, lines })
}

function moveBalance(tx: CommandTx, ctx: CommandContext, fromUid: string, toUid: string): Record<string, number> {
  const { availableCents, heldCents } = tx.get(balances, fromUid) ?? emptyBalance(fromUid)
  post(tx, ctx, {
    kind: 'account_migration',
    sourceId: toUid,
    sides: [
      { account: 'consignor_available', uid: fromUid, amountCents: cents(-availableCents) },
      { account: 'consignor_available', uid: toUid, amountCents: availableCents },
      { account: 'consignor_held', uid: fromUid, amountCents: cents(-heldCents) },
      { account: 'consignor_held', uid: toUid, amountCents: heldCents },
    ],
  })
  return { ...(availableCents === 0 ? {} : { availableCents }), ...(heldCents === 0 ? {} : { heldCents }) }
}
