import { createHash } from 'node:crypto'
import {
  BRAND_REVISION,
  brandedLanding,
  brandedManifest,
  brandedPage,
  DRAWN_ACCENT,
  type LandingFacts,
} from '@shop/shared/brands/branded-page.ts'
import type { Brand } from '@shop/shared/brands/schema.ts'
import { brandedIcon, type Draw, isDrawn, type ReadFile } from './branded-icons.ts'
import type { Brands } from './brands.ts'

const DRESSED = new Set(['index.html', 'manifest.webmanifest', 'service-worker.js'])
/** Files that contain the brand and the shop's address. */
const ADDRESSED = new Set(['landing.html', 'robots.txt', 'sitemap.xml'])

/** The files of the built app that differ between brands. */
export class BrandedFiles {
  /** `addressOf`: answers the public address of the page at an origin; `hasPostalLabels`: whether the landing page may promise a postal label. */
  constructor(
    private readonly brands: Brands,
    private readonly draw: Draw,
    private readonly addressOf: (origin: string) => Promise<string>,
    private readonly hasPostalLabels: () => Promise<boolean>,
  ) {}

  /** True when each brand has its own version of the file. */
  has(name: string): boolean {
    return DRESSED.has(name) || ADDRESSED.has(name) || isDrawn(name)
  }

  /** Answers the cache key of a file. Requests with the same key get the same bytes. */
  async keyOf(name: string, brand: Brand, origin: string): Promise<string> {
    return ADDRESSED.has(name) ? JSON.stringify([brand.id, await this.factsOf(brand, origin)]) : brand.id
  }

  /** Renders a file for this brand. `origin`: the origin of the request. */
  async dress(name: string, plain: Buffer, brand: Brand, origin: string, read: ReadFile): Promise<Buffer> {
    const page = this.brands.pageOf(brand)
    if (name === 'index.html') return Buffer.from(brandedPage(plain.toString(), page))
    if (name === 'manifest.webmanifest') return Buffer.from(JSON.stringify(brandedManifest(JSON.parse(plain.toString()), page)))
    if (name === 'service-worker.js') return Buffer.from(plain.toString().replaceAll(BRAND_REVISION, revisionOf(page)))
    if (ADDRESSED.has(name)) return Buffer.from(brandedLanding(plain.toString(), page, await this.factsOf(brand, origin)))
    const { accent } = brand.colors
    return accent === DRAWN_ACCENT ? plain : brandedIcon(name, plain, accent, read, this.draw)
  }

  private async factsOf(brand: Brand, origin: string): Promise<LandingFacts> {
    return { origin: await this.brandAddress(brand, origin), postalLabels: await this.hasPostalLabels() }
  }

  /** Answers the one address of a brand, so that search engines do not see its pages as several shops. */
  private brandAddress({ hosts: [host] }: Brand, origin: string): Promise<string> {
    const asked = URL.canParse(origin) ? new URL(origin) : new URL('http://localhost')
    if (host !== undefined) asked.hostname = host
    return this.addressOf(asked.origin)
  }
}

/** Computes the revision of a brand. It changes with the brand, so that the service worker fetches page, manifest and icons again. */
const revisionOf = (page: unknown) => createHash('sha256').update(JSON.stringify(page)).digest('base64url').slice(0, 12)
