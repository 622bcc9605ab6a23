import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type IndexHtmlTransformContext, type Plugin, type Rolldown } from 'vite'

const ROOT = fileURLToPath(new URL('.', import.meta.url))
const PRERENDER = 'src/app/landing/prerender.tsx'
const PAGE = 'landing.html'

type Rendered = { readonly head: string; readonly body: string }
type Prerender = { renderLanding(): Rendered }

/** Renders the landing page at build time, so that people can read it before any script runs; its styles are inline. The server fills in the
 *  brand (decision 0019). */
export function landingPage(): Plugin {
  let render: () => Promise<Rendered> = renderBuilt
  return {
    name: 'landing-page',
    configureServer(server) {
      render = async () => ((await server.ssrLoadModule(`/${PRERENDER}`)) as Prerender).renderLanding()
      server.middlewares.use((request, _response, next) => {
        if (request.url === '/') request.url = `/${PAGE}`
        next()
      })
    },
    transformIndexHtml: {
      // last, because Vite must not follow addresses in the rendered HTML
      order: 'post',
      async handler(html, context) {
        if (!context.path.endsWith(PAGE)) return html
        const { head, body } = await render()
        const page = html.replace(/<title>[^<]*<\/title>/, () => `${head}\n    <style>:root{--brand-accent:[[accent]]}</style>`)
        return context.bundle ? withStyles(withBody(page, body, appFiles(context)), context) : withBody(page, body, '')
      },
    },
  }
}

const withBody = (html: string, body: string, app: string) => html.replace('<body>', () => `<body${app && ` data-app="${app}"`}>\n${body}`)

/** Files that the app's own page loads first, for visitors about to sign in. */
function appFiles({ bundle = {} }: IndexHtmlTransformContext): string {
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/index.html')) as
    | Rolldown.OutputChunk
    | undefined
  if (!entry) throw new Error('the build has no index.html')
  const styles = (entry as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? []
  return [entry.fileName, ...entry.imports, ...styles].map((name) => `/${name}`).join(' ')
}

/** Inlines the page's own style sheets: one request less before the page is readable. */
function withStyles(html: string, context: IndexHtmlTransformContext): string {
  const { bundle = {} } = context
  const ofApp = appFiles(context)
  return html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (_, name: string) => {
    const sheet = bundle[name]
    if (sheet?.type !== 'asset') throw new Error(`the build has no ${name}`)
    // a moved module of the landing page would end up in the app's chunk, and this would inline the app's styles
    if (ofApp.includes(name)) throw new Error(`the landing page loads the app's ${name}: LANDING in vite.config.ts lacks a module`)
    delete bundle[name]
    return `<style>${sheet.source}</style>`
  })
}

async function renderBuilt(): Promise<Rendered> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    ssr: { noExternal: true },
    build: { ssr: PRERENDER, write: false },
  })
  const [chunk] = (built as Rolldown.RolldownOutput).output
  const dir = await mkdtemp(fileURLToPath(new URL('../.build/landing-', import.meta.url)))
  try {
    const file = `${dir}/prerender.mjs`
    await writeFile(file, chunk.code)
    return ((await import(pathToFileURL(file).href)) as Prerender).renderLanding()
  } finally {
    await rm(dir, { recursive: true })
  }
}
