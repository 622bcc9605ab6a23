/** Maximum number of characters in a Discord message. */
const MAX_CONTENT = 2_000

/** Escapes a text so that Discord shows it literally, without formatting, disguised links or emoji. The options of the message switch mentions
 *  off. */
export function plainAtDiscord(text: string): string {
  return text.replace(/[\\*_~`|>#+\-[\]()<:@]/g, '\\$&')
}

/** Joins title, lines and a link into one message. Cuts the text before the link if the message would be too long. */
export function discordText(title: string, lines: readonly string[], link?: string): string {
  const foot = link === undefined ? '' : `\n<${link}>`
  const body = [`**${plainAtDiscord(title)}**`, ...lines.map((line) => `• ${plainAtDiscord(line)}`)].join('\n')
  const letters = [...body]
  // cut by code points, as Discord counts, so that no emoji is split
  const room = MAX_CONTENT - foot.length - 1
  return `${letters.length <= room ? body : `${letters.slice(0, room).join('').replace(/\\+$/, '')}…`}${foot}`
}
