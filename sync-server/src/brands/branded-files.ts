import { createHash } from 'node:crypto'
import { BRAND_REVISION, brandedLanding, brandedManifest, brandedPage, DRAWN_ACCENT } from '@shop/shared/brands/branded-page.ts'
import type { Brand } from '@shop/shared/brands/schema.ts'
import { brandedIcon, type Draw, isDrawn, type ReadFile } from './branded-icons.ts'
import type { Brands } from './brands.ts'

const DRESSED = new Set(['index.html', 'manifest.webmanifest', 'service-worker.js'])
const LANDING = 'landing.html'
/** Files that contain the brand and the shop's address. */
const ADDRESSED = new Set([LANDING, 'robots.txt', 'sitemap.xml'])

/** One version of a file. `key`: versions with the same key have the same bytes. */
export type BrandedVersion = { readonly key: string; readonly dress: (plain: Buffer, read: ReadFile) => Promise<Buffer> }

/** The files of the built app that differ between brands. */
export class BrandedFiles {
  private knewPostalLabels = false

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

  /** Answers the version of a file for this brand. `origin`: the origin of the request. */
  async versionOf(name: string, brand: Brand, origin: string): Promise<BrandedVersion> {
    if (!ADDRESSED.has(name)) return { key: brand.id, dress: (plain, read) => this.dress(name, plain, brand, read) }
    const facts = { origin: await this.brandAddress(brand, origin), postalLabels: name === LANDING && (await this.promisesLabels()) }
    const dress = async (plain: Buffer) => Buffer.from(brandedLanding(plain.toString(), this.brands.pageOf(brand), facts))
    return { key: JSON.stringify([brand.id, facts]), dress }
  }

  private async dress(name: string, plain: Buffer, brand: Brand, read: ReadFile): Promise<Buffer> {
    const page = this.brands.pageOf(brand)
    if (name === 'index.html') return Buffer.from(brandedPage(plain.toString(), page))
    if (name === 'manifest.webmanifest') return Buffer.from(JSON.stringify(brandedManifest(JSON.parse(plain.toString()), page)))
    if (name === 'service-worker.js') return Buffer.from(plain.toString().replaceAll(BRAND_REVISION, revisionOf(page)))
    const { accent } = brand.colors
    return accent === DRAWN_ACCENT ? plain : brandedIcon(name, plain, accent, read, this.draw)
  }

  /** While the database is away, the page promises what it promised last. */
  private async promisesLabels(): Promise<boolean> {
    this.knewPostalLabels = await this.hasPostalLabels().catch(() => this.knewPostalLabels)
    return this.knewPostalLabels
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
