import { createHmac } from 'node:crypto'
import { isSameSecret } from './same-secret.ts'

/** A shop's secret, and the kind of the file. A line of one kind is not valid in a file of another kind. */
export type LineSeal = { readonly secret: string; readonly kind: string }

const macOf = ({ secret, kind }: LineSeal, json: string) => createHmac('sha256', secret).update(`${kind} ${json}`).digest('base64url')

/** Writes a line for a file outside the database: a seal by which the shop recognises its own lines, then the content as JSON. */
export function sealLine(seal: LineSeal, content: object): string {
  const json = JSON.stringify(content)
  return `${macOf(seal, json)} ${json}\n`
}

/** Reads the content of a sealed line; undefined when this shop did not write the line, or the line was changed. */
export function openLine(seal: LineSeal, line: string): unknown {
  const space = line.indexOf(' ')
  if (space < 0) return undefined
  const json = line.slice(space + 1)
  return isSameSecret(line.slice(0, space), macOf(seal, json)) ? JSON.parse(json) : undefined
}
