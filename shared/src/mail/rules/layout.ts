import { escapeHtml } from './mail-form.ts'

const LINK_LINE = /^(?:(.{1,80}?):\s+)?(https?:\/\/[^\s<>"']+)$/
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Converts a plain text to escaped HTML. Empty lines separate paragraphs, and a line that is a web address becomes a button. */
export function htmlOfText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map(blocksOf)
    .join('\n')
}

function blocksOf(paragraph: string): string {
  const blocks: string[] = []
  let lines: string[] = []
  const endLines = () => {
    if (lines.length > 0) blocks.push(`<p style="margin:0 0 16px">${lines.join('<br>\n')}</p>`)
    lines = []
  }
  for (const line of paragraph.split('\n')) {
    const link = LINK_LINE.exec(line.trim())
    if (link?.[2]) {
      endLines()
      blocks.push(button(link[1] ?? 'Open the link', link[2]))
    } else lines.push(escapeHtml(line))
  }
  endLines()
  return blocks.join('\n')
}

const button = (label: string, href: string) =>
  `<p style="margin:0 0 16px"><a href="${escapeHtml(href)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f2937;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>`

/** Builds the page of a mail: the shop's name above `content`, which must be safe HTML. The page has tables and inline styles, because mail programs
 *  support little else. */
export function mailPage(shopName: string, subject: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f3f4f6;color:#111827;${FONT};font-size:16px;line-height:1.5">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px;margin:0 auto">
<tr><td style="padding:0 8px 12px;font-weight:700">${escapeHtml(shopName)}</td></tr>
<tr><td style="padding:24px;background:#ffffff;border:1px solid #e5e7eb;border-radius:12px;overflow-wrap:anywhere">
${content}
</td></tr>
</table>
</body>
</html>
`
}
