import { createHash } from 'node:crypto'
import { BRAND_REVISION, brandedLanding, brandedManifest, brandedPage, DRAWN_ACCENT } from '@shop/shared/brands/branded-page.ts'
import type { Brand } from '@shop/shared/brands/schema.ts'
import { brandedIcon, type Draw, isDrawn, type ReadFile } from './branded-icons.ts'
import type { Brands } from './brands.ts'

const DRESSED = new Set(['index.html', 'manifest.webmanifest', 'service-worker.js'])
/** Files that also contain the shop's address. */
const ADDRESSED = new Set(['landing.html', 'robots.txt', 'sitemap.xml'])

/** The files of the built app that differ between brands. */
export class BrandedFiles {
  /** `publicUrl`: the configured address of the shop, if any. */
  constructor(
    private readonly brands: Brands,
    private readonly draw: Draw,
    private readonly publicUrl?: string | undefined,
  ) {}

  /** True when each brand has its own version. */
  has(name: string): boolean {
    return DRESSED.has(name) || ADDRESSED.has(name) || isDrawn(name)
  }

  /** Cache key of a file: requests with the same key get the same bytes. */
  keyOf(name: string, brand: Brand, origin: string): string {
    return ADDRESSED.has(name) ? `${brand.id} ${this.addressOf(brand, origin)}` : brand.id
  }

  /** Renders a file for this brand. `origin`: the request's own. */
  async dress(name: string, plain: Buffer, brand: Brand, origin: string, read: ReadFile): Promise<Buffer> {
    const page = this.brands.pageOf(brand)
    if (name === 'index.html') return Buffer.from(brandedPage(plain.toString(), page))
    if (name === 'manifest.webmanifest') return Buffer.from(JSON.stringify(brandedManifest(JSON.parse(plain.toString()), page)))
    if (name === 'service-worker.js') return Buffer.from(plain.toString().replaceAll(BRAND_REVISION, revisionOf(page)))
    if (ADDRESSED.has(name)) return Buffer.from(brandedLanding(plain.toString(), page, this.addressOf(brand, origin)))
    const { accent } = brand.colors
    return accent === DRAWN_ACCENT ? plain : brandedIcon(name, plain, accent, read, this.draw)
  }

  /** The one address of a brand, so that search engines do not take its pages for several shops. Without PUBLIC_URL and hosts it is the
   *  request's. */
  private addressOf(brand: Brand, origin: string): string {
    if (this.publicUrl !== undefined && this.brands.ofOrigin(this.publicUrl) === brand) return new URL(this.publicUrl).origin
    const asked = URL.canParse(origin) ? new URL(origin) : new URL('http://localhost')
    if (brand.hosts[0] !== undefined) asked.hostname = brand.hosts[0]
    return asked.origin
  }
}

/** Revision of a brand. It changes with the brand, so that the service worker fetches page, manifest and icons again. */
const revisionOf = (page: unknown) => createHash('sha256').update(JSON.stringify(page)).digest('base64url').slice(0, 12)
