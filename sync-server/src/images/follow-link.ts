import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isHomeName, isPublicWebUrl, NotPublic, publicLookup } from '../platform/http/public-address.ts'

const MAX_REDIRECTS = 5

/** Thrown when a link yields nothing. The message is the reason as a sentence. */
export class LinkProblem extends Error {
  override readonly name: string = 'LinkProblem'
}

export type FollowOptions = {
  /** Aborts every part: the name lookup, the connection, each redirect, and a slow body. */
  readonly signal: AbortSignal
  /** True for addresses that are allowed although they are not public. */
  readonly isTrusted: (url: string) => boolean
  /** Receives the target address of each redirect. */
  readonly onRedirect?: (url: string) => void
  readonly headers: Readonly<Record<string, string>>
}

/** Follows a link, and closes the connection after `use`. Users choose the link, so each step connects only to the public internet or a trusted
 *  address. Throws NotPublic, LinkProblem, and Node's errors when nobody answers. */
export async function followLink<T>(
  start: string,
  options: FollowOptions,
  use: (url: string, response: IncomingMessage) => Promise<T>,
): Promise<T> {
  let url = start
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await ask(url, options)
    try {
      const next = redirectOf(response, url)
      if (next === undefined) return await use(url, response)
      url = next
      options.onRedirect?.(url)
    } finally {
      response.destroy()
    }
  }
  throw new LinkProblem('The link leads from page to page.')
}

function ask(url: string, { signal, isTrusted, headers }: FollowOptions): Promise<IncomingMessage> {
  const trusted = isTrusted(url)
  if (!trusted && !isPublicWebUrl(url)) throw new NotPublic('not a public web page')
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise<IncomingMessage>((resolve, reject) => {
    const options = {
      signal,
      // shares no connection with other requests
      agent: false,
      ...(trusted ? {} : { lookup: publicLookup }),
      headers: { 'user-agent': 'Mozilla/5.0 (compatible; ShopPictures/1.0)', ...headers },
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
  if (location === undefined || !URL.canParse(location, url)) throw new LinkProblem('The page leads nowhere.')
  return new URL(location, url).href
}
