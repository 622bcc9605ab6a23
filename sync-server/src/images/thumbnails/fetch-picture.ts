import type { IncomingMessage } from 'node:http'
import { addAbortSignal } from 'node:stream'
import { MEBIBYTE } from '@shop/shared/kernel/upload.ts'
import { type FollowOptions, followLink, LinkProblem } from '../follow-link.ts'

/** Maximum bytes of a picture. A larger picture is not read to its end. */
export const MAX_SOURCE_BYTES = 8 * MEBIBYTE
/** Content types to accept. Some servers declare pictures as binary data, so the bytes decide in the end. */
const PICTURE = /^(?:image\/|(?:application|binary)\/octet-stream)/i
const HEADERS = { accept: 'image/webp,image/jpeg,image/png,image/gif,image/*;q=0.1', 'accept-encoding': 'identity' }

/** Thrown when the server of a link answers with an error that may pass. */
export class HostTrouble extends Error {
  override readonly name = 'HostTrouble'
  constructor(
    message: string,
    readonly retryAfterSeconds: number = 0,
  ) {
    super(message)
  }
}

/** Fetches the bytes of a link. Throws LinkProblem or NotPublic when no later attempt can succeed. Throws HostTrouble or one of Node's errors when a
 *  later attempt may succeed. */
export function fetchPicture(link: string, options: Omit<FollowOptions, 'headers'>): Promise<Uint8Array> {
  return followLink(link, { ...options, headers: HEADERS }, (_url, response) => read(response, options.signal))
}

async function read(response: IncomingMessage, signal: AbortSignal): Promise<Uint8Array> {
  const { statusCode = 0, headers } = response
  if (statusCode >= 500 || [403, 408, 425, 429].includes(statusCode))
    throw new HostTrouble(`The server answered ${statusCode}.`, secondsOf(headers['retry-after']))
  if (statusCode !== 200) throw new LinkProblem(`The link answered ${statusCode}.`)
  if (!PICTURE.test(headers['content-type'] ?? '')) throw new LinkProblem('The link does not lead to a picture.')
  if (!['', 'identity'].includes((headers['content-encoding'] ?? '').trim().toLowerCase()))
    throw new LinkProblem('The picture is packed in an unknown way.')
  const tooLarge = new LinkProblem('The picture is too large.')
  if (Number(headers['content-length'] ?? 0) > MAX_SOURCE_BYTES) throw tooLarge
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of addAbortSignal(signal, response) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_SOURCE_BYTES) throw tooLarge
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads the seconds to wait from a Retry-After header, which may contain a date instead. Answers 0 when the header is absent or unreadable. */
function secondsOf(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return 0
  const seconds = /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0
}
