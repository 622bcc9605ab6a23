import type { Database, Db, Tx } from '../database/database.ts'
import type { Log } from '../kernel/log.ts'

/** Minimum milliseconds between two stored contacts of one till. A stored contact that is a little old only allows the till's facts a slightly
 *  earlier date. */
const NOTED_EVERY_MS = 60_000
/** Maximum number of clients whose last stored contact is remembered. */
const MAX_REMEMBERED = 10_000

/** Stores the time of each till's last contact at which nothing was left to send (law *Clocks*). */
export class DeviceContacts {
  private readonly notedAtMs = new Map<string, number>()

  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /** Stores a contact that began at `atMs`. A failure is only logged, because the pull that brought the contact is answered anyway. */
  async note(clientId: string, atMs: number): Promise<void> {
    if (Math.abs(atMs - (this.notedAtMs.get(clientId) ?? Number.NEGATIVE_INFINITY)) < NOTED_EVERY_MS) return
    if (this.notedAtMs.size >= MAX_REMEMBERED) this.notedAtMs.clear()
    this.notedAtMs.set(clientId, atMs)
    try {
      await this.database.db
        .insertInto('device_contacts')
        .values({ client_id: clientId, contact_at_ms: Math.floor(atMs) })
        .onConflict((conflict) =>
          conflict.column('client_id').doUpdateSet((eb) => ({
            contact_at_ms: eb.fn('greatest', [eb.ref('device_contacts.contact_at_ms'), eb.ref('excluded.contact_at_ms')]),
            noted_at: eb.fn<Date>('now'),
          })),
        )
        .execute()
    } catch (error) {
      this.notedAtMs.delete(clientId)
      this.log.warn({ err: error }, 'a contact could not be stored')
    }
  }
}

/** Reads the last contacts of these clients, in milliseconds since 1970. */
export async function contactsOf(db: Db | Tx, clientIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (clientIds.length === 0) return new Map()
  const rows = await db.selectFrom('device_contacts').select(['client_id', 'contact_at_ms']).where('client_id', 'in', clientIds).execute()
  return new Map(rows.map((row) => [row.client_id, row.contact_at_ms]))
}
