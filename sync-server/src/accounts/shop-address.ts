import { hostname, networkInterfaces } from 'node:os'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { now } from '../platform/database/expressions.ts'
import type { Platform } from '../platform/platform.ts'

/** Origins remembered; a shop has a handful. */
const MAX_NOTED = 100

/** What the configuration says: PUBLIC_URL, and whether a variant of the shop lives at the host of an origin. */
type Known = { readonly publicUrl: string | undefined; readonly isBrand: (origin: string) => boolean }

/** Where people reach the shop. Without PUBLIC_URL and hosts of variants only the requests say it, and whoever makes one writes its Host at will: a link with a
 *  secret in it leads nowhere but to this machine, or to where an admin was seen at work. */
export class ShopAddress {
  private readonly noted = new Set<string>()

  constructor(
    private readonly platform: Pick<Platform, 'db' | 'log'>,
    private readonly known: Known,
  ) {}

  /** An admin, by a valid session, reached the shop here. */
  noteAdmin(origin: string): void {
    if (this.noted.has(origin) || this.noted.size >= MAX_NOTED || this.isSure(origin)) return
    this.noted.add(origin)
    this.platform.db
      .insertInto('shop_addresses')
      .values({ origin })
      .onConflict((conflict) => conflict.column('origin').doUpdateSet({ seen_at: now() }))
      .execute()
      .catch((error: unknown) => {
        this.noted.delete(origin)
        this.platform.log.warn({ err: error }, 'the shop’s address could not be noted')
      })
  }

  /** Where a browser that asks by this origin goes on. */
  ofBrowser(origin: string): string {
    const { publicUrl, isBrand } = this.known
    if (publicUrl === undefined) return origin
    const own = new URL(publicUrl)
    if (!URL.canParse(origin) || new URL(origin).hostname === own.hostname || !isBrand(origin)) return publicUrl
    // a variant at a host of its own, behind the same door: of what the request says no more than the name of a known host is believed
    own.hostname = new URL(origin).hostname
    return own.origin
  }

  /** Where a link in a mail leads that was asked for by this origin. Refuses ADDRESS_UNKNOWN. */
  async ofMail(origin: string): Promise<string> {
    if (this.isSure(origin)) return this.ofBrowser(origin)
    const seen = await this.platform.db
      .selectFrom('shop_addresses')
      .select('origin')
      .orderBy((eb) => eb('origin', '=', origin), 'desc')
      .orderBy('seen_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!seen) throw refusal(accountRefusals, 'ADDRESS_UNKNOWN')
    return seen.origin
  }

  private isSure(origin: string): boolean {
    return this.known.publicUrl !== undefined || this.known.isBrand(origin) || isThisMachine(origin)
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
