/** Most characters of a message at Discord. */
const MAX_CONTENT = 2_000

/** A text as Discord shows it literally: nothing in it is formatting, a link with another name, or an emoji. Mentions are switched off with the message. */
export function plainAtDiscord(text: string): string {
  return text.replace(/[\\*_~`|>#+\-[\]()<:@]/g, '\\$&')
}

/** A message: title, lines, and a link under it. */
export function discordText(title: string, lines: readonly string[], link?: string): string {
  const foot = link === undefined ? '' : `\n<${link}>`
  const body = [`**${plainAtDiscord(title)}**`, ...lines.map((line) => `• ${plainAtDiscord(line)}`)].join('\n')
  const letters = [...body]
  // by code points, so that no emoji is cut in two; Discord counts no finer
  const room = MAX_CONTENT - foot.length - 1
  return `${letters.length <= room ? body : `${letters.slice(0, room).join('').replace(/\\+$/, '')}…`}${foot}`
}
