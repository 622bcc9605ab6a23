import type { PageBrand } from './schema.ts'

/** Accent colour of the pictures below /icons. */
export const DRAWN_ACCENT = '#5b5bd6'

/** Placeholder in the service worker that the server replaces with a hash of the brand, so that devices fetch a changed brand again. */
export const BRAND_REVISION = '__BRAND_REVISION__'

/** Escapes text for an attribute in double quotes, and between tags. */
const escaped = (text: string) =>
  text.replace(/[&"<>]/g, (sign) => ({ '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)

/** The app's page in one brand: its title, and the brand itself as data for the app. None of it is a script, so the content security policy still
 *  applies. */
export function brandedPage(html: string, brand: PageBrand): string {
  const head = [
    `<title>${escaped(brand.title)}</title>`,
    `<meta name="brand" content="${escaped(JSON.stringify(brand))}" />`,
    `<meta name="application-name" content="${escaped(brand.shortName)}" />`,
    `<meta name="apple-mobile-web-app-title" content="${escaped(brand.shortName)}" />`,
  ].join('\n    ')
  return html.replace(/<title>[^<]*<\/title>/, () => head)
}

/** The landing page in one brand, from one template (decision 0019): `[[title]]` is the brand's text of that name, `[[if contact]]`…`[[/if
 *  contact]]` is kept for brands with a contact, and `unless` means the opposite. `origin`: the shop's public address. */
export function brandedLanding(html: string, brand: PageBrand, origin: string): string {
  const values: Readonly<Record<string, unknown>> = { ...brand, origin }
  const chosen = (text: string): string =>
    text.replace(/\[\[(if|unless) (\w+)\]\]([\s\S]*?)\[\[\/\1 \2\]\]/g, (_, kind: string, name: string, inner: string) =>
      Boolean(values[name]) === (kind === 'if') ? chosen(inner) : '',
    )
  // the values come last and in one pass, so that no text of a brand is read as a mark
  return chosen(html).replace(/\[\[(\w+)\]\]/g, (_, name: string) => escaped(String(values[name] ?? '')))
}

/** The web app manifest in one brand. */
export function brandedManifest(manifest: Readonly<Record<string, unknown>>, brand: PageBrand): Record<string, unknown> {
  return { ...manifest, name: brand.title, short_name: brand.shortName }
}
