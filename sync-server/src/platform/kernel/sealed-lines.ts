import { createHmac } from 'node:crypto'
import { isSameSecret } from './same-secret.ts'

/** A shop's secret, and the file's kind, which keeps a line of one file from being taken for a line of another. */
export type LineSeal = { readonly secret: string; readonly kind: string }

const macOf = ({ secret, kind }: LineSeal, json: string) => createHmac('sha256', secret).update(`${kind} ${json}`).digest('base64url')

/** Line for a file outside the database: a seal by which the shop recognises the line as its own, then the content as JSON. */
export function sealLine(seal: LineSeal, content: object): string {
  const json = JSON.stringify(content)
  return `${macOf(seal, json)} ${json}\n`
}

/** Contents of a sealed line; undefined when this shop did not write it, or it was changed. */
export function openLine(seal: LineSeal, line: string): unknown {
  const space = line.indexOf(' ')
  if (space < 0) return undefined
  const json = line.slice(space + 1)
  return isSameSecret(line.slice(0, space), macOf(seal, json)) ? JSON.parse(json) : undefined
}
