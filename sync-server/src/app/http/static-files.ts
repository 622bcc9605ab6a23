import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Brand } from '@shop/shared/brands/schema.ts'
import type { Context } from 'hono'
import type { BrandedFiles } from '../../brands/branded-files.ts'
import { compressed, type Encoding, encodingFor } from './compression.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.xml': 'application/xml; charset=utf-8',
  '.woff2': 'font/woff2',
}
const COMPRESSED_TYPES = new Set(['.css', '.html', '.js', '.json', '.map', '.svg', '.txt', '.wasm', '.webmanifest', '.xml'])
/** The page of `/`. Every other address of a screen gets the app's page. */
const LANDING = 'landing.html'
const APP = 'index.html'
/** Maximum number of cached versions of a branded file. A shop has at most two for each of its hosts, but an empty shop answers under every host. */
const MAX_KEPT = 40
/** Folder of files whose names contain a hash of their content. */
const HASHED_FOLDER = 'assets/'
/** Suffix of the compressed copy that the build puts beside a file. */
const PACKED = '.br'
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Finds the folder of the built app, for the server's bundle and for its source. */
export function findAppDir(): string {
  const places = ['../../pwa/dist/', '../../../../pwa/dist/'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  return places.find((place) => existsSync(place)) ?? (places[0] as string)
}

/** A file of the built app. `packed` is the path of its compressed copy. */
type File = {
  readonly path: string
  readonly packed?: string | undefined
  readonly name: string
  readonly loaded: Map<string, Promise<Loaded>>
}
type Loaded = { readonly plain: Buffer; readonly etag: string; readonly encoded: Map<Encoding, Promise<Buffer>> }

/** The built app, served from memory. A file is read and branded at its first request, and compressed at the first request that accepts it. Where the
 *  build made a compressed copy, that copy is used. */
export class StaticFiles {
  private readonly files = new Map<string, File>()
  get isBuilt(): boolean {
    return this.files.has(APP)
  }

  isLanding(path: string): boolean {
    return path === '/' && this.files.has(LANDING)
  }

  /** Hashes of the inline scripts of the app's page, for the content security policy. */
  readonly scriptHashes: readonly string[]

  constructor(
    dir: string,
    private readonly branded: BrandedFiles,
  ) {
    const paths = new Set(existsSync(dir) ? filesBelow(dir) : [])
    for (const path of paths) {
      const name = relative(dir, path).split(sep).join('/')
      // skips hidden files, and the compressed copies that the build makes
      if (name.startsWith('.') || name.endsWith(PACKED)) continue
      const packed = name.startsWith(HASHED_FOLDER) && paths.has(path + PACKED) ? path + PACKED : undefined
      this.files.set(name, { path, packed, name, loaded: new Map() })
    }
    const index = this.files.get(APP)
    this.scriptHashes = index ? inlineScriptHashes(readFileSync(index.path, 'utf8')) : []
  }

  /** Answers a GET with a file, or with the app's page for an address of a screen. Undefined when there is neither. */
  async serve(c: Context, brand: Brand, origin: string): Promise<Response | undefined> {
    const name = decoded(c.req.path).slice(1)
    const file = this.files.get(name || LANDING) ?? (extname(name) === '' ? this.files.get(APP) : undefined)
    if (!file) return undefined
    const loaded = await this.load(file, brand, origin)
    const headers = new Headers({
      'content-type': TYPES[extname(file.name)] ?? 'application/octet-stream',
      'cache-control': file.name.startsWith(HASHED_FOLDER) ? IMMUTABLE : 'no-cache',
      etag: loaded.etag,
      vary: 'accept-encoding',
    })
    if ((c.req.header('if-none-match') ?? '').includes(loaded.etag)) return new Response(null, { status: 304, headers })
    const encoding = COMPRESSED_TYPES.has(extname(file.name)) ? encodingFor(c.req.header('accept-encoding')) : undefined
    if (encoding) headers.set('content-encoding', encoding)
    const body = encoding ? await encode(file, loaded, encoding) : loaded.plain
    headers.set('content-length', String(body.length))
    return new Response(body as Buffer<ArrayBuffer>, { headers })
  }

  private async load(file: File, brand: Brand, origin: string): Promise<Loaded> {
    const version = this.branded.has(file.name) ? await this.branded.versionOf(file.name, brand, origin) : undefined
    const key = version?.key ?? ''
    const known = file.loaded.get(key)
    if (known) return known
    const loading = (async () => {
      const plain = await readFile(file.path)
      return loadedOf(version ? await version.dress(plain, (name) => this.read(name)) : plain)
    })()
    file.loaded.set(key, loading)
    if (file.loaded.size > MAX_KEPT) file.loaded.delete(file.loaded.keys().next().value as string)
    loading.catch(() => file.loaded.delete(key))
    return loading
  }

  private async read(name: string): Promise<Buffer | undefined> {
    const file = this.files.get(name)
    return file && readFile(file.path)
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function loadedOf(plain: Buffer): Loaded {
  return { plain, etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`, encoded: new Map() }
}

function encode({ packed }: File, { plain, encoded }: Loaded, encoding: Encoding): Promise<Buffer> {
  const bytes = encoded.get(encoding) ?? (packed !== undefined && encoding === 'br' ? readFile(packed) : compressed(plain, encoding, 9))
  encoded.set(encoding, bytes)
  return bytes
}

function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)
  return [...scripts].map(
    ([, text]) =>
      `sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}`,
  )
}
