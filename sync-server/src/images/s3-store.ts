import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { withinTime } from '../platform/http/within-time.ts'
import type { PictureStore } from './picture-store.ts'

/** Maximum milliseconds of a request, with its retries. */
const TIMEOUT_MS = 15_000
/** Number of retries while the store is busy. */
const RETRIES = 2

/** A bucket and its credentials. */
export type S3Access = {
  /** The endpoint's address, without a slash at the end. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const TYPES: Readonly<Record<string, string>> = { pdf: 'application/pdf', png: 'image/png', webp: 'image/webp' }
const typeOf = (name: string) => TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'image/jpeg'

/** Stores pictures as objects of an S3 bucket, with path-style addresses. */
export function s3Store({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Access): PictureStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES })
  /** Answers the body of the store's answer; undefined when it has no such object. */
  const ask = (method: 'GET' | 'PUT' | 'DELETE', name: string, jpeg?: Uint8Array): Promise<Uint8Array | undefined> =>
    withinTime(TIMEOUT_MS, async (signal) => {
      const response = await client.fetch(`${endpoint}/${encodeURIComponent(bucket)}/pictures/${name}`, {
        method,
        signal,
        headers: {
          'x-amz-content-sha256': createHash('sha256')
            .update(jpeg ?? '')
            .digest('hex'),
          ...(jpeg ? { 'content-type': typeOf(name) } : {}),
        },
        ...(jpeg ? { body: jpeg as Uint8Array<ArrayBuffer> } : {}),
      })
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      const said = (await response.text()).slice(0, 500)
      if (response.status === 404 && !said.includes('NoSuchBucket')) return undefined
      throw new Error(`the picture store answered ${response.status} to ${method}: ${said}`)
    })
  return {
    put: async (name, jpeg) => {
      if (!(await ask('PUT', name, jpeg))) throw new Error('the picture store accepted no picture')
    },
    get: (name) => ask('GET', name),
    remove: async (name) => void (await ask('DELETE', name)),
  }
}
