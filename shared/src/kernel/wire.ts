import * as z from 'zod/mini'
import { idSchema } from './ids.ts'
import { MAX_PUSH_COMMANDS } from './limits.ts'

/** A command as it waits in an outbox and travels to the server (design §4 Outbox). `at`: milliseconds since 1970, corrected by the last measured clock offset. */
export const queuedCommandSchema = z.object({
  id: idSchema,
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  version: z.int().check(z.minimum(1)),
  /** Judged by the command alone, so that what is wrong with them, or missing, stops no other command. */
  args: z._default(z.unknown(), null),
  at: z.number().check(z.minimum(0), z.maximum(8_640_000_000_000_000)),
  /** Sent again after the server lost its future: effects (mail, chat, push) are not run a second time. */
  replay: z.optional(z.boolean()),
})
/** A queued command. */
export type QueuedCommand = z.infer<typeof queuedCommandSchema>

/** Body of POST /api/sync/push. A malformed envelope is 400; a command with bad arguments is rejected alone. */
export const pushRequestSchema = z.object({
  clientId: idSchema,
  protocol: z.int().check(z.minimum(1)),
  commands: z.array(queuedCommandSchema).check(z.minLength(1)),
})
/** A push. At most MAX_PUSH_COMMANDS commands, else 413. */
export type PushRequest = z.infer<typeof pushRequestSchema>

/** How the server ended a command. `rejected`: a rule said no. `failed`: our bug, stored and repeatable under a new id. */
export const commandResultSchema = z.object({
  id: z.string(),
  status: z.enum(['done', 'rejected', 'failed']),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
})
/** Result of one command. */
export type CommandResult = z.infer<typeof commandResultSchema>

/** Answer of a push: one result a command, in the order sent. The acknowledgement that empties the outbox is the same result arriving by pull. */
export const pushResponseSchema = z.object({
  results: z.array(commandResultSchema).check(z.maxLength(MAX_PUSH_COMMANDS)),
  serverNowMs: z.number(),
})
/** Answer of a push. */
export type PushResponse = z.infer<typeof pushResponseSchema>

/** Body of POST /api/sync/pull. `cursor` and `page` are opaque; `everyResult` asks for all results of this client, after a fresh start. */
export const pullRequestSchema = z.object({
  clientId: idSchema,
  protocol: z.int().check(z.minimum(1)),
  cursor: z.string().check(z.maxLength(2_000)),
  page: z.optional(z.string().check(z.maxLength(2_000))),
  everyResult: z.optional(z.boolean()),
  /** Asks for count and hash of each collection as this cursor's viewer sees it (the daily audit). */
  audit: z.optional(z.boolean()),
  /** The command of this client that was acknowledged last: a server that was restored and does not know it has lost this client's work. */
  newestDone: z.optional(idSchema),
  /** Collections the last audit found drifted; the server logs and counts them. */
  drifted: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(50))),
})
/** A pull. */
export type PullRequest = z.infer<typeof pullRequestSchema>

/** Why a client must start afresh (its outbox is kept). `lostFuture`: the server was restored from a backup and forgot what this client saw. */
export const freshStartReasonSchema = z.enum(['foreign', 'lostFuture', 'roleChanged', 'expired', 'protocol'])
/** Why a client must start afresh. */
export type FreshStartReason = z.infer<typeof freshStartReasonSchema>

/** A row on the wire: its fields as the viewer may see them, and `$v`, the transaction that wrote it, for the audit. */
export const wireRowSchema = z.looseObject({ id: z.string(), $v: z.number() })
/** A row on the wire. */
export type WireRow = z.infer<typeof wireRowSchema>

/** Changes of one collection. */
export const collectionChangesSchema = z.object({ put: z.array(wireRowSchema), remove: z.array(z.string()) })

/** Answer of a pull. With `more`, the client asks again with `page` and the same cursor, stages what it got, and switches over with the last page,
 *  to that page's `cursor`. */
export const pullResponseSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('startAfresh'), reason: freshStartReasonSchema, serverNowMs: z.number() }),
  z.object({
    kind: z.literal('changes'),
    cursor: z.string(),
    changes: z.record(z.string(), collectionChangesSchema),
    results: z.array(commandResultSchema),
    more: z.boolean(),
    page: z.optional(z.string()),
    /** Asked for by `audit`, and unasked after each boot of the server: what a client shows may be a future the server lost. */
    sums: z.optional(z.record(z.string(), z.object({ count: z.number(), hash: z.number() }))),
    serverNowMs: z.number(),
  }),
])
/** Answer of a pull. */
export type PullResponse = z.infer<typeof pullResponseSchema>

/** First line of GET /api/sync/start, a stream of lines: this header, then `collection TAB page` for each packed page (`unpackPage`), then `end`, with
 *  `TAB answer` after it when the client was named: what its first pull would be answered, or the first page of that. A stream without its `end` is
 *  thrown away. */
export const startHeaderSchema = z.object({
  protocol: z.number(),
  cursor: z.string(),
  counts: z.record(z.string(), z.number()),
  serverNowMs: z.number(),
})
/** Header of a first sync. */
export type StartHeader = z.infer<typeof startHeaderSchema>
