import { createHash } from 'node:crypto'
import { BRAND_REVISION, brandedLanding, brandedManifest, brandedPage, DRAWN_ACCENT } from '@shop/shared/brands/branded-page.ts'
import type { Brand } from '@shop/shared/brands/schema.ts'
import { brandedIcon, type Draw, isDrawn, type ReadFile } from './branded-icons.ts'
import type { Brands } from './brands.ts'

const DRESSED = new Set(['index.html', 'manifest.webmanifest', 'service-worker.js'])
/** Files that also say at which address the shop is reached. */
const ADDRESSED = new Set(['landing.html', 'robots.txt', 'sitemap.xml'])

/** The files of the built app that look different in each brand. */
export class BrandedFiles {
  /** `publicUrl`: where people reach the shop, when it says so. */
  constructor(
    private readonly brands: Brands,
    private readonly draw: Draw,
    private readonly publicUrl?: string | undefined,
  ) {}

  /** Whether each brand has its own. */
  has(name: string): boolean {
    return DRESSED.has(name) || ADDRESSED.has(name) || isDrawn(name)
  }

  /** Tells apart what a file is dressed in: requests of one key get the same. */
  keyOf(name: string, brand: Brand, origin: string): string {
    return ADDRESSED.has(name) ? `${brand.id} ${this.addressOf(brand, origin)}` : brand.id
  }

  /** A file as this brand has it. `origin`: as the request has it. */
  async dress(name: string, plain: Buffer, brand: Brand, origin: string, read: ReadFile): Promise<Buffer> {
    const page = this.brands.pageOf(brand)
    if (name === 'index.html') return Buffer.from(brandedPage(plain.toString(), page))
    if (name === 'manifest.webmanifest') return Buffer.from(JSON.stringify(brandedManifest(JSON.parse(plain.toString()), page)))
    if (name === 'service-worker.js') return Buffer.from(plain.toString().replaceAll(BRAND_REVISION, revisionOf(page)))
    if (ADDRESSED.has(name)) return Buffer.from(brandedLanding(plain.toString(), page, this.addressOf(brand, origin)))
    const { accent } = brand.colors
    return accent === DRAWN_ACCENT ? plain : brandedIcon(name, plain, accent, read, this.draw)
  }

  /** The one address a brand is known by, so that search engines do not take its pages for several shops. Without PUBLIC_URL and hosts it is the request's. */
  private addressOf(brand: Brand, origin: string): string {
    if (this.publicUrl !== undefined && this.brands.ofOrigin(this.publicUrl) === brand) return new URL(this.publicUrl).origin
    const asked = URL.canParse(origin) ? new URL(origin) : new URL('http://localhost')
    if (brand.hosts[0] !== undefined) asked.hostname = brand.hosts[0]
    return asked.origin
  }
}

/** Changes when a brand does: the service worker then fetches page, manifest and icons anew. */
const revisionOf = (page: unknown) => createHash('sha256').update(JSON.stringify(page)).digest('base64url').slice(0, 12)
