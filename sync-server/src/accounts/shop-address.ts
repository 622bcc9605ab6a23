import { hostname, networkInterfaces } from 'node:os'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import type { Platform } from '../platform/platform.ts'
import { sql } from '../platform/sql.ts'

/** Origins remembered; a shop has a handful. */
const MAX_KNOWN = 100

/** Where people reach the shop. Without PUBLIC_URL only the requests say it, and whoever makes one writes its Host at will: a link with a secret in it leads
 *  nowhere but to this machine, or to where an admin was seen at work. */
export class ShopAddress {
  private readonly known = new Set<string>()

  constructor(
    private readonly platform: Pick<Platform, 'db' | 'log'>,
    private readonly publicUrl: string | undefined,
  ) {}

  /** An admin, by a valid session, reached the shop here. */
  noteAdmin(origin: string): void {
    if (this.publicUrl !== undefined || this.known.has(origin) || this.known.size >= MAX_KNOWN || isThisMachine(origin)) return
    this.known.add(origin)
    sql`insert into shop_addresses (origin) values (${origin}) on conflict (origin) do update set seen_at = now()`
      .execute(this.platform.db)
      .catch((error: unknown) => {
        this.known.delete(origin)
        this.platform.log.warn({ err: error }, 'the shop’s address could not be noted')
      })
  }

  /** Where a browser that asks by this origin goes on. */
  ofBrowser(origin: string): string {
    return this.publicUrl ?? origin
  }

  /** Where a link in a mail leads that was asked for by this origin. Refuses ADDRESS_UNKNOWN. */
  async ofMail(origin: string): Promise<string> {
    if (this.publicUrl !== undefined) return this.publicUrl
    if (isThisMachine(origin)) return origin
    const { rows } = await sql<{
      origin: string
    }>`select origin from shop_addresses order by origin = ${origin} desc, seen_at desc limit 1`.execute(this.platform.db)
    if (!rows[0]) throw refusal(accountRefusals, 'ADDRESS_UNKNOWN')
    return rows[0].origin
  }
}

/** Whether an origin names the machine this server runs on. */
function isThisMachine(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { hostname: host } = new URL(origin)
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? [])
  const own = hostname().toLowerCase()
  return ['localhost', own, `${own}.local`, ...addresses].includes(host.replace(/^\[|\]$/g, ''))
}
