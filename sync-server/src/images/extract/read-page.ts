import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { addAbortSignal, pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isHomeName, isPublicWebUrl, NotPublic, publicLookup } from '../../platform/public-address.ts'

const MAX_REDIRECTS = 5
/** Bytes of a page that are read, after unpacking; what stands behind them is not looked at. */
const MAX_PAGE_BYTES = 3 * 1024 * 1024
const HTML = /^(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i
const PICTURE = /^image\/(?:jpeg|png|webp|gif|avif)\s*(?:;|$)/i

/** Why a page could not be read, as a sentence. */
export class PageProblem extends Error {
  override readonly name = 'PageProblem'
}

/** Where a link led in the end. */
type Arrival = { readonly url: string; readonly kind: 'page' | 'picture' }

/** How a page is read. */
type ReadOptions = {
  /** Ends everything: looking the name up, connecting, each redirect, and a page that comes in drops. */
  readonly signal: AbortSignal
  /** Whether an address is taken although it is not public. */
  readonly isTrusted: (url: string) => boolean
  /** Told of each address a redirect leads to. */
  readonly onRedirect: (url: string) => void
  /** Gets the page piece by piece. False: it has seen enough. */
  readonly onText: (text: string) => boolean
}

/** Reads a page of the public internet. Anybody can name its address: nothing else is connected to, at no step of the way, whatever a name resolves to a moment
 *  later. Throws NotPublic, PageProblem, and whatever Node throws when nobody answers. */
export async function readPage(start: string, options: ReadOptions): Promise<Arrival> {
  let url = start
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await ask(url, options)
    try {
      const next = redirectOf(response, url)
      if (next === undefined) return await read(url, response, options)
      url = next
      options.onRedirect(url)
    } finally {
      response.destroy()
    }
  }
  throw new PageProblem('The link leads from page to page.')
}

function ask(url: string, { signal, isTrusted }: ReadOptions): Promise<IncomingMessage> {
  const trusted = isTrusted(url)
  if (!trusted && !isPublicWebUrl(url)) throw new NotPublic('not a public web page')
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise<IncomingMessage>((resolve, reject) => {
    const options = {
      signal,
      // no connection is shared with anything else
      agent: false,
      ...(trusted ? {} : { lookup: publicLookup }),
      headers: {
        'user-agent': 'Mozilla/5.0 (compatible; ShopPictures/1.0)',
        accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1',
        'accept-language': 'en',
        'accept-encoding': 'gzip, deflate, br',
      },
    }
    send(url, options, (response) => resolve(response.on('error', () => undefined)))
      .on('error', (error: NodeJS.ErrnoException) =>
        reject(
          ['ENOTFOUND', 'EAI_AGAIN'].includes(error.code ?? '') && isHomeName(new URL(url).hostname)
            ? new NotPublic('a name of no public host')
            : error,
        ),
      )
      .end()
  })
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, url: string): string | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return undefined
  const { location } = headers
  if (location === undefined || !URL.canParse(location, url)) throw new PageProblem('The page leads nowhere.')
  return new URL(location, url).href
}

async function read(url: string, response: IncomingMessage, { signal, onText }: ReadOptions): Promise<Arrival> {
  const { statusCode, headers } = response
  if (statusCode !== 200) throw new PageProblem(`The page answered ${statusCode}.`)
  const type = headers['content-type'] ?? ''
  if (PICTURE.test(type)) return { url, kind: 'picture' }
  if (!HTML.test(type)) throw new PageProblem('The link does not lead to a web page.')
  const body = addAbortSignal(signal, unpacked(response))
  const decoder = decoderOf(type)
  let bytes = 0
  // leaving the loop destroys the stream, and with it the connection
  for await (const chunk of body as AsyncIterable<Buffer>) {
    const rest = MAX_PAGE_BYTES - bytes
    bytes += chunk.length
    if (!onText(decoder.decode(chunk.subarray(0, rest), { stream: true })) || bytes >= MAX_PAGE_BYTES) break
  }
  return { url, kind: 'page' }
}

/** The body without its packing, which is undone a few kilobytes at a time and only as far as it is read. */
function unpacked(response: IncomingMessage): Readable {
  const packing = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (packing === 'identity' || packing === '') return response
  const transform = unpackerOf(packing)
  if (!transform) throw new PageProblem('The page is packed in an unknown way.')
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
