import sanitizeHtml from 'sanitize-html'

/** The package's types lack `preserveEscapedAttributes`. */
const RULES: sanitizeHtml.IOptions & { readonly preserveEscapedAttributes: true } = {
  allowedTags: ['a', 'b', 'blockquote', 'br', 'em', 'h1', 'h2', 'h3', 'hr', 'i', 'li', 'ol', 'p', 'strong', 'u', 'ul'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'escape',
  preserveEscapedAttributes: true,
}

/** Maximum nesting of tags. Mail programs nest tables a few dozen levels deep. The parser's cost grows with the square of the depth, so thousands of
 *  levels would take seconds. */
const MAX_NESTED_TAGS = 500

class NestedTooDeep extends Error {
  override readonly name = 'NestedTooDeep'
}

/** Sanitised HTML in the forms a mail needs. */
type SafeHtml = {
  readonly html: string
  /** The same words as plain text. */
  readonly text: string
  /** True when the sanitiser escaped or dropped something. */
  readonly isChanged: boolean
}

/** Makes HTML safe to send and to show. Keeps a few text tags, and links that are relative or lead to http, https or mailto. Drops other attributes,
 *  and shows other tags as text, so that no text disappears. Undefined for tags that are nested too deeply. */
export function safeHtml(given: string): SafeHtml | undefined {
  const html = sanitized(given)
  if (html === undefined) return undefined
  const asGiven = sanitizeHtml(given, {
    allowedTags: false,
    allowedAttributes: false,
    allowedSchemesAppliedToAttributes: [],
    allowVulnerableTags: true,
  })
  return { html, text: textOf(html), isChanged: html !== asGiven }
}

function sanitized(given: string): string | undefined {
  let depth = 0
  const onOpenTag = () => {
    if (++depth > MAX_NESTED_TAGS) throw new NestedTooDeep()
  }
  try {
    return sanitizeHtml(given, { ...RULES, onOpenTag, onCloseTag: () => depth-- })
  } catch (error) {
    if (error instanceof NestedTooDeep) return undefined
    throw error
  }
}

/** Extracts the words of safe HTML, which contains only the tags and entities that `safeHtml` writes. */
function textOf(html: string): string {
  return html
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/ ?<br \/> ?/g, '\n')
    .replace(/<hr \/>/g, '\n----\n')
    .replace(/<li>/g, '\n- ')
    .replace(/<(p|h[1-3]|ul|ol|blockquote)>|<\/(p|h[1-3]|ul|ol|blockquote)>/g, '\n\n')
    .replace(/<a href="([^"]*)">(.*?)<\/a>/gs, (_whole, href: string, words: string) => (words === href ? words : `${words} (${href})`))
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
