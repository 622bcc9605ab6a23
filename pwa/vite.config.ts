import { AsyncLocalStorage } from 'node:async_hooks'
import { readFile, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { brandedLanding, brandedPage, DRAWN_ACCENT } from '../shared/src/brands/branded-page.ts'
import { UNNAMED_BRAND } from '../shared/src/brands/page-brand.ts'
import type { PageBrand } from '../shared/src/brands/schema.ts'
import { landingPage } from './vite.landing.ts'

/** The server that `npm run dev` starts as well. */
const SERVER = `http://localhost:${process.env.PORT ?? 8787}`

/** The pages' logo, and the icon browsers show beside the title. */
const LOGO = '/icons/icon.svg'

/** Modules of the landing page, which must not pull in the app's. */
const LANDING = /[\\/](?:app[\\/]landing[\\/]|analytics[\\/]send-visit|sync[\\/]store[\\/]stored-session|landing\.html)/

/** Modules that draw barcodes: only printing needs them, so they stay out of the files that screens load. */
const PRINTED = /[\\/](?:ui[\\/]box-paper|bwip-js)/

const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${purpose === 'maskable' ? 'maskable' : 'icon'}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** Compresses hashed files at build time; otherwise each server compresses them while its first visitor waits for seconds. */
function compressedAssets(): Plugin {
  const pack = promisify(brotliCompress)
  return {
    name: 'compressed-assets',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /^assets\/.+\.(?:css|js|wasm)$/.test(name))
      await Promise.all(
        names.map(async (name) => {
          const bytes = await readFile(join(dir, name))
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
          await writeFile(join(dir, `${name}.br`), await pack(bytes, { params }))
        }),
      )
    },
  }
}

/** In development Vite serves page and logo, so it applies the brand that the server has for the requested host. */
function withBrand(): Plugin {
  const host = new AsyncLocalStorage<string | undefined>()
  return {
    name: 'with-brand',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => host.run(request.headers.host, next))
      middlewares.use(LOGO, (_request, response, next) => {
        const answer = async () => {
          const accent = (await brandOf(host.getStore() ?? 'localhost'))?.accent ?? DRAWN_ACCENT
          const drawing = await readFile(new URL(`public${LOGO}`, import.meta.url), 'utf8')
          response.setHeader('content-type', 'image/svg+xml').end(drawing.replaceAll(DRAWN_ACCENT, accent))
        }
        answer().catch(next)
      })
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path }) {
        const name = host.getStore() ?? 'localhost'
        const brand = await brandOf(name)
        if (path.endsWith('/landing.html'))
          return brandedLanding(html, brand ?? UNNAMED_BRAND, { origin: `http://${name}`, postalLabels: false })
        return brand ? brandedPage(html, brand) : html
      },
    },
  }
}

/** Brand of a host; undefined while the server is starting, which leaves the default. */
function brandOf(host: string): Promise<PageBrand | undefined> {
  return new Promise((resolve) => {
    const asked = get(`${SERVER}/api/brand`, { headers: { host } }, (response) => {
      readText(response).then(
        (text) => resolve(response.statusCode === 200 ? JSON.parse(text) : undefined),
        () => resolve(undefined),
      )
    })
    asked.on('error', () => resolve(undefined))
  })
}

export default defineConfig({
  plugins: [
    react(),
    landingPage(),
    withBrand(),
    compressedAssets(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sync/worker',
      filename: 'service-worker.ts',
      // the app registers the worker itself and decides when a new one takes over
      injectRegister: null,
      injectManifest: {
        // of the font only Latin letters; browsers request the others when a text has them
        globPatterns: ['**/*.{js,css,html,svg,png,wasm,webmanifest}', 'assets/inter-latin-wght-normal-*.woff2'],
        // without the build manifest, and without icons that only the system's installer requests
        globIgnores: ['.vite/**', 'icons/*-512.png', 'social/**', 'service-worker.js'],
        maximumFileSizeToCacheInBytes: 4_000_000,
      },
      includeManifestIcons: false,
      manifest: {
        id: '/',
        name: 'Consign: till, stock and books',
        short_name: 'Consign',
        description: 'Sell, count and settle for consignors. Works without network and sends later.',
        lang: 'en',
        start_url: '/dashboard',
        scope: '/',
        display: 'standalone',
        display_override: ['standalone', 'minimal-ui'],
        // a second window could not show the cart that is open in the first
        launch_handler: { client_mode: ['focus-existing', 'auto'] },
        orientation: 'any',
        theme_color: '#f6f5f2',
        background_color: '#f6f5f2',
        categories: ['business', 'shopping'],
        icons: [
          { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
          icon(192, 'any'),
          icon(512, 'any'),
          icon(192, 'maskable'),
          icon(512, 'maskable'),
        ],
        shortcuts: [
          { name: 'New sale', url: '/pos', icons: [icon(192, 'any')] },
          { name: 'Inventory', url: '/admin', icons: [icon(192, 'any')] },
          { name: 'Sales history', url: '/sales-history', icons: [icon(192, 'any')] },
          { name: 'Marketplace', url: '/marketplace', icons: [icon(192, 'any')] },
        ],
      },
    }),
  ],
  resolve: {
    // Dexie's main entry is a build for browsers of ten years ago
    alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }],
  },
  build: {
    outDir: 'dist',
    // tells the size budget which chunks the till loads first
    manifest: true,
    // the polyfill would be a request of its own, because the page must not contain inline scripts
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'landing.html'],
      output: {
        codeSplitting: {
          // one file per group: a device stores every file one after the other, and many small ones take longer
          groups: [
            // everything that the app's page loads immediately; the landing page uses none of it
            { name: 'start', tags: ['$initial'], test: (id) => !LANDING.test(id), priority: 1 },
            { name: 'till', test: /[\\/]pos[\\/]till-screen\.tsx$/ },
            // commands of the office: the till does not load them first, and an outbox with any of them needs only this file
            { name: 'office', test: /[\\/]shared[\\/]src[\\/]device-commands\.ts$/ },
            { name: 'first', test: /[\\/]app[\\/](?:login-page|dashboard[\\/]dashboard-screen)\.tsx$/ },
            { name: 'charts', test: /[\\/]@mantine[\\/]charts[\\/]/ },
            // code shared by screens; Vite's own helper is excluded because the landing page uses it, too
            { name: 'screens', test: (id) => !LANDING.test(id) && !PRINTED.test(id) && !id.startsWith('\0'), minShareCount: 2 },
          ],
        },
      },
      // modules in shared have no side effects, so unused code is dropped
      treeshake: { moduleSideEffects: [{ test: /[\\/]shared[\\/]src[\\/]/, sideEffects: false }] },
    },
  },
  server: {
    // keeps the browser's host: it selects the brand, and lets the server reject pages of other websites
    proxy: { '/api': { target: SERVER, changeOrigin: false } },
  },
})
