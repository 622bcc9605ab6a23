import { hostname, networkInterfaces } from 'node:os'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { now } from '../platform/database/expressions.ts'
import type { Platform } from '../platform/platform.ts'

/** Number of origins remembered; a shop has a handful. */
const MAX_NOTED = 100

/** The configured PUBLIC_URL, and a check for hosts that serve a variant. */
type Known = { readonly publicUrl: string | undefined; readonly isBrand: (origin: string) => boolean }

/** Knows the address of the shop. Without PUBLIC_URL and variant hosts only the Host of a request names it, which anybody can forge, so a mailed link
 *  leads only to this machine or to an origin where an admin was at work. */
export class ShopAddress {
  private readonly noted = new Set<string>()

  constructor(
    private readonly platform: Pick<Platform, 'db' | 'log'>,
    private readonly known: Known,
  ) {}

  /** Records that an admin with a valid session reached the shop at this origin. */
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
        this.platform.log.warn({ err: error }, 'the shop’s address could not be recorded')
      })
  }

  /** Answers the origin where a browser that came to `origin` continues. */
  ofBrowser(origin: string): string {
    const { publicUrl, isBrand } = this.known
    if (publicUrl === undefined) return origin
    const own = new URL(publicUrl)
    if (!URL.canParse(origin) || new URL(origin).hostname === own.hostname || !isBrand(origin)) return publicUrl
    // a variant at its own host, with the scheme and port of PUBLIC_URL, because a request proves no more than the name of a known host
    own.hostname = new URL(origin).hostname
    return own.origin
  }

  /** Answers the origin for links in a mail requested at this one. Refuses ADDRESS_UNKNOWN. */
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

/** True when an origin names the machine this server runs on. */
function isThisMachine(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { hostname: host } = new URL(origin)
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? [])
  const own = hostname().toLowerCase()
  return ['localhost', own, `${own}.local`, ...addresses].includes(host.replace(/^\[|\]$/g, ''))
}
