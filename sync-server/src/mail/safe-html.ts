import sanitizeHtml from 'sanitize-html'

/** `preserveEscapedAttributes` is newer than the package's types. */
const RULES: sanitizeHtml.IOptions & { readonly preserveEscapedAttributes: true } = {
  allowedTags: ['a', 'b', 'blockquote', 'br', 'em', 'h1', 'h2', 'h3', 'hr', 'i', 'li', 'ol', 'p', 'strong', 'u', 'ul'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'escape',
  preserveEscapedAttributes: true,
}

/** Tags inside one another. Mail programs nest tables some dozens deep; with thousands the parser takes seconds, as each level costs it what all above cost. */
const MAX_NESTED_TAGS = 500

/** Ends the parser's work at once. */
class NestedTooDeep extends Error {
  override readonly name = 'NestedTooDeep'
}

/** What came as HTML, in the three forms a mail needs. */
type SafeHtml = {
  readonly html: string
  /** The same words as plain text. */
  readonly text: string
  /** Whether something was shown as text or left out. */
  readonly isChanged: boolean
}

/** Makes HTML of anybody safe to send and to show: a few tags of text pass, others become the text they are, so that nothing is lost unseen; links lead to
 *  http, https or mailto; no other attribute stays. Undefined for tags nested deeper than any mail has them. */
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

/** The words of safe HTML, which holds no other tags and entities than those `safeHtml` writes. */
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
