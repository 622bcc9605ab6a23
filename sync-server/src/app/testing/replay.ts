import { users } from '@shop/shared/accounts/schema.ts'
import type { Row } from '@shop/shared/kernel/define-command.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { settings } from '@shop/shared/settings/schema.ts'
import { ADMIN, FORMER_ADMIN, type JournalEntry, type MemoryShop } from '@shop/shared/testing/memory-shop.ts'
import { insertRows } from '../../platform/database/collection-table.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { freshId } from '../../platform/testing/commands.ts'
import { settingsTable } from '../../settings/tables.ts'
import { tables } from '../tables.ts'

type CommandEntry = Extract<JournalEntry, { kind: 'command' }>

export const ordered = (rows: readonly Row[]) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))

/** Empties a database, and writes the people and settings of a shop in memory. */
export async function emptyShop({ db, transaction }: Platform, shop: MemoryShop): Promise<void> {
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}, removals, item_texts, command_log, command_acks`.execute(db)
  const others = [ADMIN.uid, FORMER_ADMIN.uid]
  const people = shop.all<Row & { role: string }>(users).filter(({ id }) => !others.includes(id))
  for (const { id, role, until } of [
    ...people.map(({ id, role }) => ({ id, role, until: null })),
    { id: ADMIN.uid, role: 'admin', until: null },
    { id: FORMER_ADMIN.uid, role: 'user', until: 1 },
  ])
    await sql`insert into users (id, email, display_name, role, admin_until_ms, photo_url, email_proved_at_ms, created_at_ms, audience)
      values (${id}, ${`${id}@example.org`}, '', ${role}, ${until}, '', 1, 1, '{}')`.execute(db)
  await transaction((tx) =>
    insertRows(
      tx,
      settingsTable,
      shop.all<Row>(settings).map((row) => ({ row, audience: ['everyone'] })),
    ),
  )
}

/** Replays a journal of a shop in memory. Consecutive device commands of one person become pushes of up to seven commands. */
export async function replay(platform: Platform, journal: readonly JournalEntry[]): Promise<(string | null)[]> {
  const codes: (string | null)[] = []
  let batch: CommandEntry[] = []
  const send = async () => {
    const [first] = batch
    if (!first) return
    const commands = batch.map(({ id, command: { name, version }, args, at }) => ({ id, name, version, args, at }))
    const request = { clientId: freshId(), protocol: PROTOCOL_VERSION, commands }
    const { results } = await platform.push(first.actor, request, { isHistory: true })
    codes.push(...results.map(({ status, code }) => (status === 'done' ? null : (code ?? status))))
    batch = []
  }
  for (const entry of journal) {
    if (entry.kind === 'userLeft') {
      await send()
      await sql`delete from users where id = ${entry.uid}`.execute(platform.db)
      continue
    }
    if (batch.length === 7 || batch[0]?.actor !== entry.actor || entry.command.channel === 'server') await send()
    if (entry.command.channel === 'device') batch.push(entry)
    else codes.push(await run(platform, entry))
  }
  await send()
  return codes
}

async function run(platform: Platform, { id, command, args, actor, at }: CommandEntry): Promise<string | null> {
  try {
    await platform.runCommand(actor, command, args, { id, atMs: at })
    return null
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.code
    throw thrown
  }
}
