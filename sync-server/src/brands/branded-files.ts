import { createHash } from 'node:crypto'
import { BRAND_REVISION, brandedManifest, brandedPage, DRAWN_ACCENT } from '@shop/shared/brands/branded-page.ts'
import type { Brand } from '@shop/shared/brands/schema.ts'
import { brandedIcon, isIcon, type ReadFile } from './branded-icons.ts'
import type { Brands } from './brands.ts'

const DRESSED = new Set(['index.html', 'manifest.webmanifest', 'service-worker.js'])

/** The files of the built app that look different in each brand. */
export class BrandedFiles {
  constructor(private readonly brands: Brands) {}

  /** Whether each brand has its own. */
  has(name: string): boolean {
    return DRESSED.has(name) || isIcon(name)
  }

  /** A file as this brand has it. */
  async dress(name: string, plain: Buffer, brand: Brand, read: ReadFile): Promise<Buffer> {
    const page = this.brands.pageOf(brand)
    if (name === 'index.html') return Buffer.from(brandedPage(plain.toString(), page))
    if (name === 'manifest.webmanifest') return Buffer.from(JSON.stringify(brandedManifest(JSON.parse(plain.toString()), page)))
    if (name === 'service-worker.js') return Buffer.from(plain.toString().replaceAll(BRAND_REVISION, revisionOf(page)))
    const { accent } = brand.colors
    return accent === DRAWN_ACCENT ? plain : brandedIcon(name, plain, accent, read)
  }
}

/** Changes when a brand does: the service worker then fetches page, manifest and icons anew. */
const revisionOf = (page: unknown) => createHash('sha256').update(JSON.stringify(page)).digest('base64url').slice(0, 12)
