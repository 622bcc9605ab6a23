import * as z from 'zod/mini'
import { idSchema } from './ids.ts'
import { MAX_PUSH_COMMANDS } from './limits.ts'

/** A command as it waits in an outbox and travels to the server. `at`: milliseconds since 1970, corrected by the last measured clock offset. */
export const queuedCommandSchema = z.object({
  id: idSchema,
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  version: z.int().check(z.minimum(1)),
  /** Parsed by the command alone, so that bad or missing arguments stop no other command. */
  args: z._default(z.unknown(), null),
  at: z.number().check(z.minimum(0), z.maximum(8_640_000_000_000_000)),
  /** True when the device sends the command again because the server was restored from a backup. The server accepts this only with a `seal`: the
   *  command then keeps its time and runs without effects (mail, chat, push), even while payouts are closed. */
  replay: z.optional(z.boolean()),
  /** The seal that came with the acknowledgement of this command. */
  seal: z.optional(z.string().check(z.maxLength(400))),
  /** The client that queued the command, when another client has imported and now sends the command. */
  queuedBy: z.optional(idSchema),
})
/** A queued command. */
export type QueuedCommand = z.infer<typeof queuedCommandSchema>

/** Body of POST /api/sync/push. A malformed envelope answers 400; bad arguments reject only their command. */
export const pushRequestSchema = z.object({
  clientId: idSchema,
  protocol: z.int().check(z.minimum(1)),
  commands: z.array(queuedCommandSchema).check(z.minLength(1)),
})
/** A push. With more than MAX_PUSH_COMMANDS commands it is answered with 413. */
export type PushRequest = z.infer<typeof pushRequestSchema>

/** Outcome of a command on the server. `rejected`: a rule said no; `failed`: our bug, stored, and repeatable under a new id. */
export const commandResultSchema = z.object({
  id: z.string(),
  status: z.enum(['done', 'rejected', 'failed']),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
  /** Sent in pulls, with `done`. It proves to this shop, even after a restore, that the shop acknowledged the command. */
  seal: z.optional(z.string().check(z.maxLength(400))),
})
/** Result of one command. */
export type CommandResult = z.infer<typeof commandResultSchema>

/** Answer to a push: one result per command, in the order sent. A command leaves the outbox only when the same result arrives by pull. */
export const pushResponseSchema = z.object({
  results: z.array(commandResultSchema).check(z.maxLength(MAX_PUSH_COMMANDS)),
  serverNowMs: z.number(),
})
/** Answer to a push. */
export type PushResponse = z.infer<typeof pushResponseSchema>

/** Body of POST /api/sync/pull. `cursor` and `page` are opaque; `everyResult` asks for all results of this client, after a fresh start. */
export const pullRequestSchema = z.object({
  clientId: idSchema,
  protocol: z.int().check(z.minimum(1)),
  cursor: z.string().check(z.maxLength(2_000)),
  page: z.optional(z.string().check(z.maxLength(2_000))),
  everyResult: z.optional(z.boolean()),
  /** Asks for the daily audit: count and hash of each collection as this cursor's viewer sees it. */
  audit: z.optional(z.boolean()),
  /** Id of this client's command that was acknowledged last. A restored server that does not know the id has lost work of this client. */
  newestDone: z.optional(idSchema),
  /** The seal of that acknowledgement. With it, a report by an admin's device closes payouts; without it, the server only asks an admin. */
  newestSeal: z.optional(z.string().check(z.maxLength(400))),
  /** True when nothing waits on this client to be sent. Everything that the client sends later has then happened after this request. */
  nothingWaits: z.optional(z.boolean()),
  /** Collections that differed from the server's in the last audit; the server logs and counts them. */
  drifted: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(50))),
})
/** A pull. */
export type PullRequest = z.infer<typeof pullRequestSchema>

/** Reason why a client starts afresh, keeping its outbox. `lostFuture`: the server was restored from a backup and forgot rows this client saw. */
export const freshStartReasonSchema = z.enum(['foreign', 'lostFuture', 'roleChanged', 'expired', 'protocol'])
/** Reason why a client starts afresh. */
export type FreshStartReason = z.infer<typeof freshStartReasonSchema>

/** A row on the wire: the fields its viewer may see, and `$v`, the transaction that wrote the row, which the audit needs. */
export const wireRowSchema = z.looseObject({ id: z.string(), $v: z.number() })
/** A row on the wire. */
export type WireRow = z.infer<typeof wireRowSchema>

/** Changes of one collection. */
export const collectionChangesSchema = z.object({ put: z.array(wireRowSchema), remove: z.array(z.string()) })

/** Answer to a pull. While `more` is true, the client stages the rows and asks again with `page` and the same cursor; with the last page it shows
 *  all staged rows and takes that page's `cursor`. */
export const pullResponseSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('startAfresh'), reason: freshStartReasonSchema, serverNowMs: z.number() }),
  z.object({
    kind: z.literal('changes'),
    cursor: z.string(),
    changes: z.record(z.string(), collectionChangesSchema),
    results: z.array(commandResultSchema),
    more: z.boolean(),
    page: z.optional(z.string()),
    /** Answers `audit`, and comes unasked after each boot of the server, because the client may show rows that the server lost by a restore. */
    sums: z.optional(z.record(z.string(), z.object({ count: z.number(), hash: z.number() }))),
    serverNowMs: z.number(),
  }),
])
/** Answer to a pull. */
export type PullResponse = z.infer<typeof pullResponseSchema>

/** First line of GET /api/sync/start; then follow a line `collection TAB page` for each packed page (`unpackPage`) and a line `end`, without which
 *  the device discards the stream. When the request names its client, the last line is `end TAB answer`, with the answer to the first pull or the
 *  first page of that answer. */
export const startHeaderSchema = z.object({
  protocol: z.number(),
  cursor: z.string(),
  counts: z.record(z.string(), z.number()),
  serverNowMs: z.number(),
})
/** Header of a first sync. */
export type StartHeader = z.infer<typeof startHeaderSchema>
