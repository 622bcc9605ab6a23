import type { PageBrand } from './schema.ts'

/** Accent colour of the pictures below /icons. */
export const DRAWN_ACCENT = '#5b5bd6'

/** Placeholder in the service worker. The server replaces it with a hash of the brand, so that devices fetch a changed brand. */
export const BRAND_REVISION = '__BRAND_REVISION__'

/** Escapes text for an HTML element or an attribute in quotation marks. */
const escaped = (text: string) =>
  text.replace(/[&"<>]/g, (sign) => ({ '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)

/** Puts a brand into the app's page: its title, and the brand itself in a `meta` tag, because the content security policy forbids inline scripts. */
export function brandedPage(html: string, brand: PageBrand): string {
  const head = [
    `<title>${escaped(brand.title)}</title>`,
    `<meta name="brand" content="${escaped(JSON.stringify(brand))}" />`,
    `<meta name="application-name" content="${escaped(brand.shortName)}" />`,
    `<meta name="apple-mobile-web-app-title" content="${escaped(brand.shortName)}" />`,
  ].join('\n    ')
  return html.replace(/<title>[^<]*<\/title>/, () => head)
}

/** Facts of the shop that the landing page states. `postalLabels`: true when a consignor could take a postal label now. */
export type LandingFacts = { readonly origin: string; readonly postalLabels: boolean }

/** Puts a brand into the landing page's template (decision 0019). `[[title]]` becomes the brand's title, and the text of
 *  `[[if contact]]`…`[[/if contact]]` stays for brands with a contact; `unless` means the opposite. */
export function brandedLanding(html: string, brand: PageBrand, { origin, postalLabels }: LandingFacts): string {
  const values: Readonly<Record<string, unknown>> = { ...brand, origin, postalLabels }
  const chosen = (text: string): string =>
    text.replace(/\[\[(if|unless) (\w+)\]\]([\s\S]*?)\[\[\/\1 \2\]\]/g, (_, kind: string, name: string, inner: string) =>
      Boolean(values[name]) === (kind === 'if') ? chosen(inner) : '',
    )
  // the values come last, so that no text of a brand is read as a mark
  return chosen(html).replace(/\[\[(\w+)\]\]/g, (_, name: string) => escaped(String(values[name] ?? '')))
}

/** Puts a brand into the web app manifest. */
export function brandedManifest(manifest: Readonly<Record<string, unknown>>, brand: PageBrand): Record<string, unknown> {
  return { ...manifest, name: brand.title, short_name: brand.shortName }
}
