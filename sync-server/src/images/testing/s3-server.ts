import { createHash, createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import type { S3Access } from '../s3-store.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** Computes the AWS Signature Version 4 of a request as it arrived. */
function signatureOf(request: Request, signedHeaders: readonly string[], scope: string, secret: string): string {
  const { pathname } = new URL(request.url)
  const headers = signedHeaders.map((name) => `${name}:${(request.headers.get(name) ?? '').trim().replace(/ +/g, ' ')}\n`).join('')
  const canonical = [request.method, pathname, '', headers, signedHeaders.join(';'), request.headers.get('x-amz-content-sha256')].join('\n')
  const [day, region, service, end] = scope.split('/') as [string, string, string, string]
  const key = [region, service, end].reduce<Buffer>((made, part) => hmac(made, part), hmac(`AWS4${secret}`, day))
  return hmac(key, ['AWS4-HMAC-SHA256', request.headers.get('x-amz-date'), scope, sha256(canonical)].join('\n')).toString('hex')
}

const AUTHORIZATION = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

/** Starts a bucket on this machine that answers PUT, GET and DELETE of S3 and checks each signature. */
export async function startS3Server() {
  const objects = new Map<string, { bytes: Uint8Array; type: string | null }>()
  const access = { region: 'eu-test-1', bucket: 'shop-pictures', accessKeyId: 'AKIATEST', secretAccessKey: 'a/secret+key' }
  let failures = 0
  const app = new Hono()
  const refused = (status: 403 | 404 | 503, code: string) =>
    new Response(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`, { status, headers: { 'content-type': 'application/xml' } })
  app.all('/:bucket/*', async (c) => {
    if (failures > 0) {
      failures--
      return refused(503, 'SlowDown')
    }
    const request = c.req.raw
    const [, keyId = '', scope = '', names = '', signature] = AUTHORIZATION.exec(request.headers.get('authorization') ?? '') ?? []
    const bytes = new Uint8Array(await request.clone().arrayBuffer())
    const isSigned =
      keyId === access.accessKeyId &&
      scope.endsWith(`/${access.region}/s3/aws4_request`) &&
      names.split(';').includes('host') &&
      signature === signatureOf(request, names.split(';'), scope, access.secretAccessKey)
    if (!isSigned) return refused(403, 'SignatureDoesNotMatch')
    if (request.headers.get('x-amz-content-sha256') !== sha256(bytes)) return refused(403, 'XAmzContentSHA256Mismatch')
    if (c.req.param('bucket') !== access.bucket) return refused(404, 'NoSuchBucket')
    const key = c.req.path.slice(`/${access.bucket}/`.length)
    if (request.method === 'PUT') {
      objects.set(key, { bytes, type: request.headers.get('content-type') })
      return new Response(null, { status: 200 })
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return new Response(null, { status: 204 })
    }
    const found = objects.get(key)
    return found ? new Response(found.bytes as Uint8Array<ArrayBuffer>, { status: 200 }) : refused(404, 'NoSuchKey')
  })
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    objects,
    access: { ...access, endpoint } satisfies S3Access,
    /** The environment of a shop that keeps its pictures here. */
    environment: {
      S3_ENDPOINT: endpoint,
      S3_REGION: access.region,
      S3_BUCKET: access.bucket,
      S3_ACCESS_KEY_ID: access.accessKeyId,
      S3_SECRET_ACCESS_KEY: access.secretAccessKey,
    },
    /** Makes the store busy for the next `count` requests. */
    fail: (count: number) => void (failures = count),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
