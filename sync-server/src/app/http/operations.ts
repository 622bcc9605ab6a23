import { secondFactorRefusals } from '@shop/shared/accounts/second-factor-errors.ts'
import { brandRefusals } from '@shop/shared/brands/errors.ts'
import { calls } from '@shop/shared/calls.ts'
import { MAX_THUMBNAIL_LINK, THUMBNAIL } from '@shop/shared/images/thumbnails.ts'
import { type AnyCall, type Assurance, type CallAccess, type CallCost, PROOF_MINUTES } from '@shop/shared/kernel/define-call.ts'
import { kernelRefusals, type RefusalSpec } from '@shop/shared/kernel/errors.ts'
import { idSchema } from '@shop/shared/kernel/ids.ts'
import { MAX_PULL_BYTES, MAX_PUSH_BYTES } from '@shop/shared/kernel/limits.ts'
import { pullRequestSchema, pullResponseSchema, pushRequestSchema, pushResponseSchema } from '@shop/shared/kernel/wire.ts'
import * as z from 'zod/mini'
import { FIRST_SYNC_COST } from '../../platform/http/sync-routes.ts'

/** One operation of the server: a call, or another route. */
export type Operation = {
  readonly name: string
  readonly method: AnyCall['method']
  /** The path below /api. */
  readonly path: string
  readonly access: CallAccess
  readonly assurance?: Assurance
  readonly admitsOutsiders?: boolean
  readonly summary: string
  readonly params?: z.ZodMiniType | undefined
  readonly query?: z.ZodMiniType | undefined
  readonly body?: z.ZodMiniType | undefined
  readonly multipart?: AnyCall['multipart']
  readonly maxBodyBytes?: number
  readonly cost?: CallCost
  /** Schema of a JSON answer, or the media type of another answer. */
  readonly output: z.ZodMiniType | string
  readonly refusals: Readonly<Record<string, RefusalSpec>>
}

const { SIGN_IN_REQUIRED, FORBIDDEN, NOT_FOUND, UNAVAILABLE, TOO_LARGE, TOO_MANY_STREAMS, COMMAND_UNKNOWN, PROTOCOL_UNSUPPORTED } =
  kernelRefusals

export const METRICS_COST: CallCost = 'figures'

/** The routes that are no calls: those of the sync engine, of pictures and of the webhook, and those for operators and developers. */
const others: readonly Operation[] = [
  {
    name: 'sync.push',
    method: 'POST',
    path: '/sync/push',
    access: 'user',
    summary: 'Runs queued commands, in order, and returns a result for each; a repeated command returns its first result.',
    body: pushRequestSchema,
    maxBodyBytes: MAX_PUSH_BYTES,
    output: pushResponseSchema,
    refusals: { COMMAND_UNKNOWN, TOO_LARGE, UNAVAILABLE },
  },
  {
    name: 'sync.pull',
    method: 'POST',
    path: '/sync/pull',
    access: 'user',
    summary: 'Returns the changes since a cursor, as far as the caller may see them.',
    body: pullRequestSchema,
    maxBodyBytes: MAX_PULL_BYTES,
    output: pullResponseSchema,
    refusals: { PROTOCOL_UNSUPPORTED, UNAVAILABLE },
  },
  {
    name: 'sync.start',
    method: 'GET',
    path: '/sync/start',
    access: 'user',
    cost: FIRST_SYNC_COST,
    summary:
      'Streams the first sync as lines: a header, then on each line a collection’s name, a tab and a JSON list of rows, then `end`. With a `clientId`, a tab and the response to that client’s first pull follow `end`. With `Accept: application/x-gzip-frames`, each line is compressed and comes after its length in four bytes, and the lists are by columns.',
    query: z.object({ protocol: z.int().check(z.minimum(1)), clientId: z.optional(idSchema) }),
    output: 'application/x-ndjson',
    refusals: { PROTOCOL_UNSUPPORTED, UNAVAILABLE },
  },
  {
    name: 'sync.events',
    method: 'GET',
    path: '/sync/events',
    access: 'user',
    summary: 'Server-sent events: `poke` means that a pull has something new.',
    query: z.object({ clientId: z.optional(idSchema) }),
    output: 'text/event-stream',
    refusals: { TOO_MANY_STREAMS },
  },
  {
    name: 'images.getImage',
    method: 'GET',
    path: '/images/{name}',
    access: 'public',
    summary: 'Returns a picture. Its name is the last part of an `imageUrl`; the picture under a name never changes.',
    params: z.object({ name: z.string() }),
    output: 'image/jpeg',
    refusals: { NOT_FOUND, UNAVAILABLE },
  },
  {
    name: 'images.getThumbnail',
    method: 'GET',
    path: '/images/thumbnail',
    access: 'public',
    summary: 'Returns the thumbnail of the picture that an item links to, which never changes; 204 when there is none, or none yet.',
    query: z.object({ of: z.string().check(z.minLength(1), z.maxLength(MAX_THUMBNAIL_LINK)) }),
    output: THUMBNAIL.type,
    refusals: { UNAVAILABLE },
  },
  {
    name: 'brands.receiveWebhook',
    method: 'POST',
    path: '/membership/webhook',
    access: 'public',
    summary: 'Receives membership changes from the provider, signed by Standard Webhooks with WHOP_WEBHOOK_SECRET.',
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
    summary: 'Says that the database responds and is migrated, and that the configured first admin exists.',
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
    cost: METRICS_COST,
    summary: 'Figures for Prometheus, for programs on the server’s own machine and for those that send METRICS_TOKEN as bearer.',
    output: 'text/plain',
    refusals: { SIGN_IN_REQUIRED, FORBIDDEN },
  },
]

export const operations: readonly Operation[] = [...calls, ...others]

const named: ReadonlySet<string> = new Set(calls.map(({ name }) => name))

/** True for operations that take an Idempotency-Key: calls of signed-in users that change something. */
export function takesIdempotencyKey({ name, method, access }: Operation): boolean {
  return method !== 'GET' && access !== 'public' && named.has(name)
}

/** Lists the refusals of an operation, including those that follow from its declaration. */
export function refusalsOf(operation: Operation): Record<string, RefusalSpec> {
  const { INVALID, SIGN_IN_REQUIRED, FORBIDDEN, TYPE_UNSUPPORTED, TOO_MANY_REQUESTS, ID_REUSED, PROOF_NEEDED } = kernelRefusals
  const { SECOND_FACTOR_DEMANDED } = secondFactorRefusals
  const { MEMBERSHIP_REQUIRED, DOMAIN_DENIED, MEMBERSHIP_UNKNOWN } = brandRefusals
  const takesInput = operation.params || operation.query || operation.body
  return {
    ...(takesInput || takesIdempotencyKey(operation) ? { INVALID } : {}),
    ...(operation.body ? { TOO_LARGE, TYPE_UNSUPPORTED } : {}),
    ...(takesIdempotencyKey(operation) ? { ID_REUSED } : {}),
    ...(operation.access === 'public' ? {} : { SIGN_IN_REQUIRED }),
    // a page of another website may not change anything, even by a public call
    ...(operation.access === 'public' && operation.method === 'GET' ? {} : { FORBIDDEN }),
    // calls for admins have these refusals too, because the variant is checked before the role
    ...(operation.access === 'public' || operation.admitsOutsiders ? {} : { MEMBERSHIP_REQUIRED, DOMAIN_DENIED, MEMBERSHIP_UNKNOWN }),
    ...(operation.assurance ? { PROOF_NEEDED } : {}),
    ...(operation.assurance && operation.access === 'admin' ? { SECOND_FACTOR_DEMANDED } : {}),
    ...operation.refusals,
    TOO_MANY_REQUESTS,
  }
}

/** Describes in words who may make a call, and what they must have proved. */
export function accessInWords({ access, assurance }: Pick<Operation, 'access' | 'assurance'>): string {
  if (!assurance) return callersInWords(access)
  const proof = assurance === 'recent' ? 'a sign-in or proof' : 'the second factor of people who have one, else a sign-in or proof,'
  return `${callersInWords(access)}, with ${proof} in the last ${PROOF_MINUTES} minutes`
}

function callersInWords(access: CallAccess): string {
  if (access === 'public') return 'Anyone'
  if (access === 'user') return 'Signed-in users'
  if (access === 'admin') return 'Admins'
  return 'The user oneself, and admins'
}
