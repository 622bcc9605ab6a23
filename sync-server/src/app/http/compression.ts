import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'

const MIN_BYTES = 1_000
const COMPRESSIBLE = /^(text\/(html|plain|css|javascript)|application\/(json|manifest\+json|javascript)|image\/svg\+xml)\b/
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export type Encoding = 'br' | 'gzip'

/** Chooses the best encoding that a client accepts; undefined when it accepts none. */
export function encodingFor(acceptEncoding: string | undefined): Encoding | undefined {
  const taken = (acceptEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
  const takes = (name: string) => taken.some((part) => part === name || (part.startsWith(`${name};`) && !/;\s*q=0(\.0*)?$/.test(part)))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined
}

/** Compresses outside the main thread. `quality` is 4 for answers that are compressed for each request, and 9 for files that are compressed once. */
export function compressed(bytes: Uint8Array, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return zip(bytes, { level: Math.min(9, quality) })
  return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
}

/** Compresses complete text responses. Streams (events, first syncs) and compressed content pass unchanged. */
export const compression: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers, status } = c.res
  if (!COMPRESSIBLE.test(headers.get('content-type') ?? '') || headers.has('content-encoding') || !c.res.body || c.req.method === 'HEAD')
    return
  const encoding = encodingFor(c.req.header('accept-encoding'))
  const whole = new Uint8Array(await c.res.arrayBuffer())
  const body = encoding && whole.length >= MIN_BYTES ? await compressed(whole, encoding, 4) : whole
  const answered = new Headers(headers)
  answered.delete('content-length')
  answered.set('vary', 'accept-encoding')
  if (body !== whole && encoding) answered.set('content-encoding', encoding)
  c.res = undefined
  c.res = new Response(body as Uint8Array<ArrayBuffer>, { status, headers: answered })
}
