import type { IncomingMessage } from 'node:http'
import { addAbortSignal, pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { type FollowOptions, followLink, LinkProblem } from '../follow-link.ts'

/** Maximum bytes of a page to read, after decompression. The rest is ignored. */
const MAX_PAGE_BYTES = 3 * 1024 * 1024
const HTML = /^(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i
const PICTURE = /^image\/(?:jpeg|png|webp|gif|avif)\s*(?:;|$)/i

const HEADERS = {
  accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1',
  'accept-language': 'en',
  'accept-encoding': 'gzip, deflate, br',
}

/** The final address of a link, and its kind. */
type Arrival = { readonly url: string; readonly kind: 'page' | 'picture' }

type ReadOptions = Omit<FollowOptions, 'headers'> & {
  /** Receives the page piece by piece. The answer false stops the reading. */
  readonly onText: (text: string) => boolean
}

/** Reads a page on the public internet or at a trusted address. Throws as `followLink` does. */
export function readPage(start: string, { onText, ...options }: ReadOptions): Promise<Arrival> {
  return followLink(start, { ...options, headers: HEADERS }, (url, response) => read(url, response, options.signal, onText))
}

async function read(url: string, response: IncomingMessage, signal: AbortSignal, onText: (text: string) => boolean): Promise<Arrival> {
  const { statusCode, headers } = response
  if (statusCode !== 200) throw new LinkProblem(`The page answered ${statusCode}.`)
  const type = headers['content-type'] ?? ''
  if (PICTURE.test(type)) return { url, kind: 'picture' }
  if (!HTML.test(type)) throw new LinkProblem('The link does not lead to a web page.')
  const body = addAbortSignal(signal, unpacked(response))
  const decoder = decoderOf(type)
  let bytes = 0
  // the end of the loop destroys the stream, and with it the connection
  for await (const chunk of body as AsyncIterable<Buffer>) {
    const rest = MAX_PAGE_BYTES - bytes
    bytes += chunk.length
    if (!onText(decoder.decode(chunk.subarray(0, rest), { stream: true })) || bytes >= MAX_PAGE_BYTES) break
  }
  return { url, kind: 'page' }
}

/** Decompresses the body a few kilobytes at a time, and only as far as it is read, because of decompression bombs. */
function unpacked(response: IncomingMessage): Readable {
  const packing = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (packing === 'identity' || packing === '') return response
  const transform = unpackerOf(packing)
  if (!transform) throw new LinkProblem('The page is packed in an unknown way.')
  return pipeline(response, transform, () => undefined)
}

function unpackerOf(packing: string): Transform | undefined {
  if (packing === 'gzip' || packing === 'x-gzip') return createGunzip()
  if (packing === 'deflate') return createInflate()
  return packing === 'br' ? createBrotliDecompress() : undefined
}

function decoderOf(type: string) {
  try {
    return new TextDecoder(/;\s*charset\s*=\s*"?([\w:.-]+)/i.exec(type)?.[1] ?? 'utf-8')
  } catch {
    return new TextDecoder()
  }
}
