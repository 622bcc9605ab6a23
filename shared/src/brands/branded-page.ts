import type { PageBrand } from './schema.ts'

/** The accent that the pictures below /icons are drawn in. */
export const DRAWN_ACCENT = '#5b5bd6'

/** Stands in the service worker where the server writes what the brand is made from, so that a changed brand is fetched anew. */
export const BRAND_REVISION = '__BRAND_REVISION__'

/** Text fit for an attribute in double quotes, and between tags. */
const escaped = (text: string) =>
  text.replace(/[&"<>]/g, (sign) => ({ '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)

/** The app's page in one brand: its title, and the brand itself for the app to read. Nothing of it is a script, so that the content security policy holds. */
export function brandedPage(html: string, brand: PageBrand): string {
  const head = [
    `<title>${escaped(brand.title)}</title>`,
    `<meta name="brand" content="${escaped(JSON.stringify(brand))}" />`,
    `<meta name="application-name" content="${escaped(brand.shortName)}" />`,
    `<meta name="apple-mobile-web-app-title" content="${escaped(brand.shortName)}" />`,
  ].join('\n    ')
  return html.replace(/<title>[^<]*<\/title>/, () => head)
}

/** The landing page in one brand (decision 0019). It is drawn for all of them, with marks: `[[title]]` stands for what a brand has under this name, and what
 *  lies between `[[if contact]]` and `[[/if contact]]` is for brands that have one; `unless` is its opposite. `origin`: the address people reach it at. */
export function brandedLanding(html: string, brand: PageBrand, origin: string): string {
  const values: Readonly<Record<string, unknown>> = { ...brand, origin }
  const chosen = (text: string): string =>
    text.replace(/\[\[(if|unless) (\w+)\]\]([\s\S]*?)\[\[\/\1 \2\]\]/g, (_, kind: string, name: string, inner: string) =>
      Boolean(values[name]) === (kind === 'if') ? chosen(inner) : '',
    )
  // the values last, and at once: what a brand says is text and never a mark
  return chosen(html).replace(/\[\[(\w+)\]\]/g, (_, name: string) => escaped(String(values[name] ?? '')))
}

/** The web app manifest in one brand. */
export function brandedManifest(manifest: Readonly<Record<string, unknown>>, brand: PageBrand): Record<string, unknown> {
  return { ...manifest, name: brand.title, short_name: brand.shortName }
}
