import { MAX_THUMBNAIL_LINK, THUMBNAIL, THUMBNAIL_PATH } from '@shop/shared/images/thumbnails.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { type Context, Hono } from 'hono'
import type { Images } from '../../images/images.ts'
import type { Thumbnails } from '../../images/thumbnails/thumbnails.ts'
import type { Gate } from './gate.ts'

/** A thumbnail of goods may stay in every cache. */
const IN_EVERY_CACHE = 'public, max-age=31536000, immutable'
/** A stored picture may show a person, so no cache keeps it for long after it was erased. */
const FOR_A_DAY = 'private, max-age=86400, immutable'

/** The headers of a picture. The content at its address never changes, and a browser that opens the address runs no script. */
const headersOf = (type: string, etag: string, caching: string) => ({
  'content-type': type,
  'cache-control': caching,
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  etag,
})
/** Seconds for which a browser remembers that a link has no thumbnail. */
const NONE_SECONDS = 3_600

/** Builds the routes of pictures, for the path /api/images. Browsers send no token with a picture. So everybody who knows a picture's name, which
 *  nobody can guess, gets the picture, and everybody who knows a link gets its thumbnail. */
export function imageRoutes(images: Images, thumbnails: Thumbnails, gate: Gate): Hono {
  const routes = new Hono()
  const answered = (c: Context, bytes: Uint8Array, headers: ReturnType<typeof headersOf>) => {
    if ((c.req.header('if-none-match') ?? '').includes(headers.etag)) return c.body(null, 304, headers)
    return c.body(bytes as Uint8Array<ArrayBuffer>, 200, { ...headers, 'content-length': String(bytes.length) })
  }
  routes.get(THUMBNAIL_PATH.slice('/api/images'.length), async (c) => {
    gate.admitThumbnail(c.req.raw)
    const link = c.req.query('of') ?? ''
    if (link === '' || link.length > MAX_THUMBNAIL_LINK) throw refusal(kernelRefusals, 'INVALID')
    const thumbnail = await thumbnails.read(link)
    if ('webp' in thumbnail) return answered(c, thumbnail.webp, headersOf(THUMBNAIL.type, `"${thumbnail.file}"`, IN_EVERY_CACHE))
    // 204 is no error in the browser's console, and the page shows the picture itself instead
    return c.body(null, 204, { 'cache-control': thumbnail.isFinal ? `private, max-age=${NONE_SECONDS}` : 'no-store' })
  })
  routes.get('/:name', async (c) => {
    gate.admitAnyone(c.req.raw)
    const name = c.req.param('name')
    const jpeg = await images.read(name)
    if (!jpeg) throw refusal(kernelRefusals, 'NOT_FOUND')
    return answered(c, jpeg, headersOf('image/jpeg', `"${name}"`, FOR_A_DAY))
  })
  return routes
}
