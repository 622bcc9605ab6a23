import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { Hono } from 'hono'
import type { Images } from '../images/images.ts'
import type { Gate } from './gate.ts'

/** Pictures, to be mounted at /api/images. Browsers send no token with a picture: its name is what one has to know. A name stands for one picture for ever. */
export function imageRoutes(images: Images, gate: Gate): Hono {
  const routes = new Hono()
  routes.get('/:name', async (c) => {
    gate.admitAnyone(c.req.raw)
    const name = c.req.param('name')
    const etag = `"${name}"`
    const jpeg = await images.read(name)
    if (!jpeg) throw refusal(kernelRefusals, 'NOT_FOUND')
    const headers = {
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      etag,
    }
    if ((c.req.header('if-none-match') ?? '').includes(etag)) return c.body(null, 304, headers)
    return c.body(jpeg as Uint8Array<ArrayBuffer>, 200, { ...headers, 'content-length': String(jpeg.length) })
  })
  return routes
}
