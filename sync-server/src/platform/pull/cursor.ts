import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isSameSecret } from '../kernel/same-secret.ts'

/** Point up to which a client has read. At a thousand commits a second, a double holds transaction ids exactly for 280,000 years. */
const cursorSchema = z.object({
  boot: z.string(),
  xmin: z.number(),
  xmax: z.number(),
  /** True when a standby took the snapshot, in which a boot may have been under way. */
  onStandby: z.boolean().optional(),
  uid: z.string(),
  role: z.enum(['admin', 'user', 'system']),
  protocol: z.number(),
  atMs: z.number(),
  /** True when a boot has begun since the client last compared its sums with the database's. */
  unproven: z.boolean().optional(),
})
export type Cursor = z.infer<typeof cursorSchema>

/** The continuation of a paged pull: the standpoint of its first page, the newest transaction that a page may have shown, and the last row and result
 *  that were sent. */
const pageSchema = z.object({
  boot: z.string(),
  xmin: z.number(),
  xmax: z.number(),
  onStandby: z.boolean().optional(),
  atMs: z.number(),
  unproven: z.boolean().optional(),
  /** `since` and `uid` identify the pull to which this page belongs: its cursor's xmin, and its viewer. */
  since: z.number(),
  uid: z.string(),
  /** The last row sent. Absent when no row was sent yet, because the first page was full of results. */
  after: z.object({ xid: z.number(), collection: z.string(), id: z.string() }).optional(),
  /** Largest number of rows in the next page. After a page of a few large rows it is small, so that the database writes no texts that do not fit. */
  mostRows: z.number().optional(),
  /** The last result sent, if more results wait. */
  resultsAfter: z.object({ xid: z.number(), id: z.string() }).optional(),
})
export type PageToken = z.infer<typeof pageSchema>

function seal(secret: string, kind: string, value: object): string {
  const body = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${body}.${mac(secret, kind, body).toString('base64url')}`
}

function unseal(secret: string, kind: string, token: string): unknown {
  const [body, signature] = token.split('.')
  if (!body || !signature) return undefined
  if (!isSameSecret(Buffer.from(signature, 'base64url'), mac(secret, kind, body))) return undefined
  return JSON.parse(Buffer.from(body, 'base64url').toString())
}

const mac = (secret: string, kind: string, body: string) => createHmac('sha256', secret).update(`${kind}.${body}`).digest()

/** Signs a cursor, so that a client cannot change it. */
export const sealCursor = (secret: string, cursor: Cursor): string => seal(secret, 'cursor', cursor)
/** Opens a sealed cursor; undefined when it was not sealed with this secret. */
export const unsealCursor = (secret: string, token: string): Cursor | undefined =>
  cursorSchema.safeParse(unseal(secret, 'cursor', token)).data
export const sealPage = (secret: string, page: PageToken): string => seal(secret, 'page', page)
/** Opens a sealed page token; undefined when it was not sealed with this secret. */
export const unsealPage = (secret: string, token: string): PageToken | undefined => pageSchema.safeParse(unseal(secret, 'page', token)).data
