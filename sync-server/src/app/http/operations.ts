import { brandRefusals } from '@shop/shared/brands/errors.ts'
import { calls } from '@shop/shared/calls.ts'
import { MAX_THUMBNAIL_LINK, THUMBNAIL } from '@shop/shared/images/thumbnails.ts'
import type { AnyCall, CallAccess } from '@shop/shared/kernel/define-call.ts'
import { kernelRefusals, type RefusalSpec } from '@shop/shared/kernel/errors.ts'
import { idSchema } from '@shop/shared/kernel/ids.ts'
import { pullRequestSchema, pullResponseSchema, pushRequestSchema, pushResponseSchema } from '@shop/shared/kernel/wire.ts'
import * as z from 'zod/mini'

/** One operation of the server, for the documentation. */
export type Operation = {
  readonly name: string
  readonly method: AnyCall['method']
  /** Below /api. */
  readonly path: string
  readonly access: CallAccess
  readonly admitsOutsiders?: boolean
  readonly summary: string
  readonly params?: z.ZodMiniType | undefined
  readonly query?: z.ZodMiniType | undefined
  readonly body?: z.ZodMiniType | undefined
  readonly multipart?: AnyCall['multipart']
  /** Schema of a JSON answer, or the media type of any other. */
  readonly output: z.ZodMiniType | string
  readonly refusals: Readonly<Record<string, RefusalSpec>>
}

const { NOT_FOUND, UNAVAILABLE, TOO_LARGE, TOO_MANY_STREAMS, COMMAND_UNKNOWN, PROTOCOL_UNSUPPORTED } = kernelRefusals

/** Routes besides the calls: the sync engine's streams and envelopes, and the operators' routes. */
const others: readonly Operation[] = [
  {
    name: 'sync.push',
    method: 'POST',
    path: '/sync/push',
    access: 'user',
    summary: 'Hands over queued commands, in order. Answers one result for each; the same command again answers its first result.',
    body: pushRequestSchema,
    output: pushResponseSchema,
    refusals: { COMMAND_UNKNOWN, TOO_LARGE, UNAVAILABLE },
  },
  {
    name: 'sync.pull',
    method: 'POST',
    path: '/sync/pull',
    access: 'user',
    summary: 'Answers what changed since a cursor, as the caller may see it.',
    body: pullRequestSchema,
    output: pullResponseSchema,
    refusals: { PROTOCOL_UNSUPPORTED, UNAVAILABLE },
  },
  {
    name: 'sync.start',
    method: 'GET',
    path: '/sync/start',
    access: 'user',
    summary:
      'The first sync: a stream of lines. A header, then a collection’s name, a tab and a JSON list of rows on each line, then `end`; with a `clientId`, a tab and the answer of that client’s first pull after it. Whoever accepts `application/x-gzip-frames` gets each line compressed, after its length in four bytes, and the lists by columns.',
    query: z.object({ protocol: z.int().check(z.minimum(1)), clientId: z.optional(idSchema) }),
    output: 'application/x-ndjson',
    refusals: { PROTOCOL_UNSUPPORTED, UNAVAILABLE },
  },
  {
    name: 'sync.events',
    method: 'GET',
    path: '/sync/events',
    access: 'user',
    summary: 'Server-sent events: `poke` says that a pull has something new.',
    query: z.object({ clientId: z.optional(idSchema) }),
    output: 'text/event-stream',
    refusals: { TOO_MANY_STREAMS },
  },
  {
    name: 'images.getImage',
    method: 'GET',
    path: '/images/{name}',
    access: 'public',
    summary: 'Answers a picture. Its name is the last part of an `imageUrl`, and stands for this one picture for ever.',
    params: z.object({ name: z.string() }),
    output: 'image/jpeg',
    refusals: { NOT_FOUND, UNAVAILABLE },
  },
  {
    name: 'images.getThumbnail',
    method: 'GET',
    path: '/images/thumbnail',
    access: 'public',
    summary:
      'Answers the thumbnail of the picture an item links to, which stands for this one picture for ever; 204 where there is none, or none yet.',
    query: z.object({ of: z.string().check(z.minLength(1), z.maxLength(MAX_THUMBNAIL_LINK)) }),
    output: THUMBNAIL.type,
    refusals: { UNAVAILABLE },
  },
  {
    name: 'brands.receiveWebhook',
    method: 'POST',
    path: '/membership/webhook',
    access: 'public',
    summary: 'For the membership provider: says that a membership changed. Signed as Standard Webhooks ask for, with WHOP_WEBHOOK_SECRET.',
    body: z.looseObject({ type: z.string(), data: z.looseObject({}) }),
    output: z.object({ received: z.literal(true) }),
    refusals: { SIGNATURE_INVALID: brandRefusals.SIGNATURE_INVALID, TOO_LARGE, UNAVAILABLE },
  },
  {
    name: 'server.health',
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'Says that the process runs.',
    output: z.object({ status: z.literal('ok') }),
    refusals: {},
  },
  {
    name: 'server.ready',
    method: 'GET',
    path: '/ready',
    access: 'public',
    summary: 'Says that the database answers, is migrated, and the configured first admin exists.',
    output: z.object({ status: z.literal('ready') }),
    refusals: { UNAVAILABLE },
  },
  {
    name: 'server.docs',
    method: 'GET',
    path: '/docs',
    access: 'public',
    summary: 'This description, for people.',
    output: 'text/html',
    refusals: {},
  },
  {
    name: 'server.openApi',
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'This description, for programs: OpenAPI 3.1.',
    output: 'application/json',
    refusals: {},
  },
  {
    name: 'server.metrics',
    method: 'GET',
    path: '/metrics',
    access: 'public',
    summary: 'Figures for Prometheus.',
    output: 'text/plain',
    refusals: {},
  },
]

/** All operations of the server. */
export const operations: readonly Operation[] = [...calls, ...others]

const named: ReadonlySet<string> = new Set(calls.map(({ name }) => name))

/** True for operations that take an Idempotency-Key: calls of signed-in users that change something. */
export function takesIdempotencyKey({ name, method, access }: Operation): boolean {
  return method !== 'GET' && access !== 'public' && named.has(name)
}

/** Refusals of an operation, including those that follow from its declaration. */
export function refusalsOf(operation: Operation): Record<string, RefusalSpec> {
  const { INVALID, SIGN_IN_REQUIRED, FORBIDDEN, TYPE_UNSUPPORTED, TOO_MANY_REQUESTS, ID_REUSED } = kernelRefusals
  const { MEMBERSHIP_REQUIRED, DOMAIN_DENIED, MEMBERSHIP_UNKNOWN } = brandRefusals
  const takesInput = operation.params || operation.query || operation.body
  return {
    ...(takesInput || takesIdempotencyKey(operation) ? { INVALID } : {}),
    ...(operation.body ? { TOO_LARGE, TYPE_UNSUPPORTED } : {}),
    ...(takesIdempotencyKey(operation) ? { ID_REUSED } : {}),
    ...(operation.access === 'public' ? {} : { SIGN_IN_REQUIRED }),
    // a page of another website may not change anything, not even by a public call
    ...(operation.access === 'public' && operation.method === 'GET' ? {} : { FORBIDDEN }),
    // also of calls for admins, since the variant is checked before the role
    ...(operation.access === 'public' || operation.admitsOutsiders ? {} : { MEMBERSHIP_REQUIRED, DOMAIN_DENIED, MEMBERSHIP_UNKNOWN }),
    ...operation.refusals,
    TOO_MANY_REQUESTS,
  }
}

/** Describes in words who may make a call. */
export function accessInWords(access: CallAccess): string {
  if (access === 'public') return 'Anyone'
  if (access === 'user') return 'Signed-in users'
  if (access === 'admin') return 'Admins'
  return 'The user oneself, and admins'
}
