import { kernelRefusals, Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from '@shop/shared/kernel/limits.ts'

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i

const notJson = () =>
  refusal(kernelRefusals, 'TYPE_UNSUPPORTED', { message: 'The body must be JSON, with the content type application/json.' })

const invalidBody = (message: string) => refusal(kernelRefusals, 'INVALID', { message })

/** Further limits of a body. `admit` gets the number of bytes, and may refuse the body before it is parsed. */
export type JsonBounds = { readonly maxValues?: number; readonly admit?: (bytes: number) => void }

/** Reads a JSON body. An absent body is an empty object, so that a call with only optional fields needs no body. Refuses TYPE_UNSUPPORTED for a body
 *  that is not declared as JSON in UTF-8, TOO_LARGE beyond `maxBytes` or `maxValues`, and INVALID for a body that is compressed, no JSON or
 *  nested too deeply. */
export async function readJsonBody(request: Request, maxBytes: number, { maxValues, admit }: JsonBounds = {}): Promise<unknown> {
  const type = request.headers.get('content-type')
  if (type !== null && !JSON_TYPE.test(type)) throw notJson()
  if ((request.headers.get('content-encoding') ?? 'identity') !== 'identity') throw invalidBody('The body must not be compressed.')
  const bytes = await readBytes(request, maxBytes)
  admit?.(bytes.length)
  if (bytes.length === 0) return {}
  // a page of another website can send a body without a content type, and needs no preflight for it
  if (type === null) throw notJson()
  requireModestJson(bytes, maxValues)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw invalidBody('The body is not JSON.')
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c

/** Refuses JSON that nests too deeply or has too many values. Scans only the bytes, because parsing such a text would stall the server. */
export function requireModestJson(bytes: Uint8Array, maxValues = MAX_JSON_VALUES): void {
  let depth = 0
  let values = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    const opens = byte === 0x5b || byte === 0x7b
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if (byte === 0x5d || byte === 0x7d) depth--
    else if (opens && ++depth > MAX_JSON_DEPTH) throw invalidBody('The body is nested too deeply.')
    else if ((opens || byte === COMMA) && ++values > maxValues) throw refusal(kernelRefusals, 'TOO_LARGE')
  }
}

/** Finds the quotation mark that ends the string at `from`. */
function endOfString(bytes: Uint8Array, from: number): number {
  for (let at = from + 1; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) return at
    if (bytes[at] === BACKSLASH) at++
  }
  return bytes.length
}

/** Reads the bytes of a body. Refuses TOO_LARGE beyond `maxBytes`, even before reading if the Content-Length announces more. Refuses INVALID for a
 *  body that ends too early. */
export async function readBytes({ body, headers }: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw refusal(kernelRefusals, 'TOO_LARGE')
  const chunks: Uint8Array[] = []
  let count = 0
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      count += chunk.length
      if (count > maxBytes) throw refusal(kernelRefusals, 'TOO_LARGE')
      chunks.push(chunk)
    }
  } catch (error) {
    // the client hung up
    throw error instanceof Refusal ? error : invalidBody('The body ended too early.')
  }
  return Buffer.concat(chunks)
}
