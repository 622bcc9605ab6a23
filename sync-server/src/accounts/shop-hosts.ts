import type { Host } from '@shop/shared/accounts/calls/hosts.ts'
import { hostRefusals } from '@shop/shared/accounts/host-errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { now } from '../platform/database/expressions.ts'
import type { Db, Tx } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'
import { hostNameOf } from './host-name.ts'
import { isLoopbackHost, MachineHosts } from './machine-hosts.ts'
import { isSetUp } from './shop-opening.ts'
import type { AddressState } from './tables.ts'
import { hashOf } from './token-hash.ts'

/** Maximum number of addresses kept besides the configured ones. A shop has a handful. */
export const MAX_ADDRESSES = 100
/** The list is read again after this time, because another server or the command line may change it. */
const FRESH_MS = 5_000
/** Minimum milliseconds between two reads of the list that requests for unknown hosts cause. */
const LOOK_AGAIN_MS = 500

/** The variant of the shop that an origin belongs to. */
export type BrandOf = (origin: string) => { readonly id: string; readonly isOwnHost: boolean }

/** The names that the shop has without an admin's confirmation. `configured`: hosts that the configuration names. */
export type KnownHosts = { readonly configured: readonly string[]; readonly brandOf: BrandOf }

type Kept = { readonly origin: string; readonly state: AddressState; readonly brand: string | null }

/** Knows the hosts under which the shop answers: those in the configuration, those of the machine, and those that an admin confirmed or
 *  used before hosts were checked. A shop that is set up refuses all other names, because a stranger could let a name point at this server and
 *  present it as their own site. */
export class ShopHosts {
  private readonly configured: ReadonlySet<string>
  private kept: { readonly rows: readonly Kept[]; readonly atMs: number } | undefined
  private reading: Promise<readonly Kept[]> | undefined
  private isOpen = false
  private readonly machine = new MachineHosts()

  constructor(
    private readonly platform: Pick<Platform, 'db' | 'log'>,
    private readonly known: KnownHosts,
  ) {
    this.configured = new Set(known.configured.map(hostNameOf).filter((host) => host !== undefined))
  }

  /** True when the shop answers under an origin's host. An empty shop answers under every host, because its set-up asks for a proof that the server
   *  belongs to the caller. `token`: the request's token; that of an admin's session from before hosts were checked makes the host accepted. */
  async accepts(origin: string, token?: string): Promise<boolean> {
    const host = hostNameOf(origin)
    if (host === undefined) return false
    if (this.isFixed(host)) return true
    const isKept = (rows: readonly Kept[]) => rows.some(({ origin: one, state }) => state !== 'removed' && hostNameOf(one) === host)
    if (isKept(await this.read(FRESH_MS)) || isKept(await this.read(LOOK_AGAIN_MS))) return true
    const { db } = this.platform
    this.isOpen ||= await isSetUp(db)
    return !this.isOpen || (token !== undefined && (await this.learn(origin, host, token)))
  }

  /** Lists the hosts under which the shop answers. `localhost` stands for every loopback name of the machine. */
  async list(): Promise<Host[]> {
    const rows = (await this.readNow(this.platform.db)).filter(({ state }) => state !== 'removed')
    const fixed = [...this.configured].map((host) => ({ host, source: 'configured' as const }))
    const own = [...this.machine.all].filter((host) => !this.configured.has(host) && !isLoopbackHost(host))
    const machine = [...own, 'localhost'].map((host) => ({ host, source: 'machine' as const }))
    const byHost = new Map<string, Host>()
    for (const { host, source } of [...fixed, ...machine]) byHost.set(host, { host, source, canRemove: false })
    for (const { origin, state } of rows) {
      const host = hostNameOf(origin)
      if (host === undefined) continue
      const before = byHost.get(host)?.source
      const source = before === undefined || before === 'used' ? (state === 'confirmed' ? 'confirmed' : 'used') : before
      byHost.set(host, { host, source, canRemove: true })
    }
    return [...byHost.values()]
  }

  /** Reads the confirmed origin for links in a brand's mails. */
  async originOf(db: Db | Tx, brand: string): Promise<string | undefined> {
    const confirmed = db.selectFrom('shop_addresses').select('origin').where('brand', '=', brand).where('state', '=', 'confirmed')
    return (await confirmed.executeTakeFirst())?.origin
  }

  async confirmed(): Promise<readonly string[]> {
    return confirmedAmong(await this.readNow(this.platform.db))
  }

  /** Every confirmed origin as of a few seconds ago. While the database is away, the last known origins. */
  async confirmedLately(): Promise<readonly string[]> {
    return confirmedAmong(await this.read(FRESH_MS))
  }

  /** Stores an address as confirmed. An address for mails replaces the brand's previous one. Refuses HOSTS_FULL. */
  async confirm(tx: Tx, origin: string, isForMails: boolean): Promise<void> {
    const brand = isForMails ? this.known.brandOf(origin).id : null
    // admins who confirm at the same time take turns
    await tx.selectFrom('settings').select('id').forUpdate().execute()
    await requireRoom(tx, origin)
    if (brand !== null) await tx.updateTable('shop_addresses').set({ brand: null }).where('brand', '=', brand).execute()
    await this.revive(tx, origin)
    await tx
      .insertInto('shop_addresses')
      .values({ origin, state: 'confirmed', brand })
      .onConflict((conflict) =>
        conflict.column('origin').doUpdateSet({ state: 'confirmed', seen_at: now(), ...(brand === null ? {} : { brand }) }),
      )
      .execute()
  }

  /** Removes a host. No old session can bring it back. Refuses HOST_CONFIGURED for a host that only the configuration or the machine gives to the
   *  shop. */
  async remove(tx: Tx, host: string): Promise<void> {
    const rows = (await this.readNow(tx)).filter(({ origin }) => hostNameOf(origin) === host)
    if (rows.length === 0 && this.isFixed(host)) throw refusal(hostRefusals, 'HOST_CONFIGURED')
    const origins = rows.map(({ origin }) => origin)
    if (origins.length > 0)
      await tx.updateTable('shop_addresses').set({ state: 'removed', brand: null }).where('origin', 'in', origins).execute()
  }

  /** True for a host that the configuration or the machine gives to the shop. */
  isFixed(host: string): boolean {
    return this.sourceOf(host) !== undefined
  }

  forget(): void {
    this.kept = undefined
  }

  private sourceOf(host: string): 'configured' | 'machine' | undefined {
    if (this.configured.has(host)) return 'configured'
    return isLoopbackHost(host) || this.machine.all.has(host) ? 'machine' : undefined
  }

  /** Answers the list, at most `maxAgeMs` old. While the database is away, answers the last known list. */
  private async read(maxAgeMs: number): Promise<readonly Kept[]> {
    const { kept } = this
    if (kept && performance.now() - kept.atMs <= maxAgeMs) return kept.rows
    this.reading ??= this.readNow(this.platform.db).finally(() => {
      this.reading = undefined
    })
    try {
      const rows = await this.reading
      this.kept = { rows, atMs: performance.now() }
      return rows
    } catch (error) {
      if (kept) return kept.rows
      throw error
    }
  }

  private async readNow(db: Db | Tx): Promise<readonly Kept[]> {
    return db
      .selectFrom('shop_addresses')
      .select(['origin', 'state', 'brand'])
      .orderBy('seen_at', 'desc')
      .orderBy('origin')
      .limit(2 * MAX_ADDRESSES)
      .execute()
  }

  /** Undoes the removal of a host's other origins (such as plain HTTP beside HTTPS) when one of them is confirmed. */
  private async revive(tx: Tx, origin: string): Promise<void> {
    const host = hostNameOf(origin)
    const removed = (await this.readNow(tx)).filter(({ origin: one, state }) => state === 'removed' && hostNameOf(one) === host)
    const origins = removed.map(({ origin: one }) => one)
    if (origins.length > 0) await tx.deleteFrom('shop_addresses').where('origin', 'in', origins).execute()
  }

  /** Accepts the host that a device uses if an admin signed in on the device before hosts were checked. So an upgrade locks no till out. */
  private async learn(origin: string, host: string, token: string): Promise<boolean> {
    const { db, log } = this.platform
    const isOld = await db
      .selectFrom('host_naming_sessions as old')
      .innerJoin('identity_sessions as session', 'session.id', 'old.session_id')
      .innerJoin('users', 'users.id', 'session.userId')
      .select('session.id')
      .where('session.token', '=', hashOf(token))
      .where('session.expiresAt', '>', now())
      .where('users.role', '=', 'admin')
      .executeTakeFirst()
    const rows = await this.readNow(db)
    if (!isOld || rows.length >= MAX_ADDRESSES || rows.some(({ origin: one }) => hostNameOf(one) === host)) return false
    await db
      .insertInto('shop_addresses')
      .values({ origin })
      .onConflict((conflict) => conflict.column('origin').doNothing())
      .execute()
    this.forget()
    log.info('an address that an admin used before the upgrade is accepted')
    return true
  }
}

const confirmedAmong = (rows: readonly Kept[]) => rows.filter(({ state }) => state === 'confirmed').map(({ origin }) => origin)

/** Refuses HOSTS_FULL; removed addresses make room. */
async function requireRoom(tx: Tx, origin: string): Promise<void> {
  const rows = await tx.selectFrom('shop_addresses').select(['origin', 'state']).orderBy('seen_at').execute()
  if (rows.length < MAX_ADDRESSES || rows.some((row) => row.origin === origin)) return
  const oldest = rows.find(({ state }) => state === 'removed')
  if (!oldest) throw refusal(hostRefusals, 'HOSTS_FULL')
  await tx.deleteFrom('shop_addresses').where('origin', '=', oldest.origin).execute()
}
