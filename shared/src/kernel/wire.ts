import * as z from 'zod/mini'
import { idSchema } from './ids.ts'
import { MAX_PUSH_COMMANDS } from './limits.ts'

/** A command as it waits in an outbox and is sent to the server. `at`: milliseconds since 1970, corrected by the last measured clock offset. */
export const queuedCommandSchema = z.object({
  id: idSchema,
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  version: z.int().check(z.minimum(1)),
  /** Parsed by the command's own schema, so that bad arguments stop no other command of the push. */
  args: z._default(z.unknown(), null),
  at: z.number().check(z.minimum(0), z.maximum(8_640_000_000_000_000)),
  /** True when the device sends the command again after a restore from a backup. With a valid `seal` the command keeps its time and runs without
   *  effects (mail, chat, push), even while payouts are closed. Otherwise the server takes it like a new command. */
  replay: z.optional(z.boolean()),
  /** The seal that came with the acknowledgement of this command. */
  seal: z.optional(z.string().check(z.maxLength(400))),
  /** The client that queued the command. Present only when another client has imported the command and sends it. */
  queuedBy: z.optional(idSchema),
  /** The people who had the command before its sender imported it, its author first. The command has no right that one of them lacks. */
  madeBy: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(20))),
})
/** A queued command. */
export type QueuedCommand = z.infer<typeof queuedCommandSchema>

/** Body of POST /api/sync/push. A malformed body is answered with 400; bad arguments reject only their command. */
export const pushRequestSchema = z.object({
  clientId: idSchema,
  protocol: z.int().check(z.minimum(1)),
  commands: z.array(queuedCommandSchema).check(z.minLength(1)),
})
/** A push. A push with more than MAX_PUSH_COMMANDS commands is answered with 413. */
export type PushRequest = z.infer<typeof pushRequestSchema>

/** Result of a command on the server. `rejected`: a rule said no; `failed`: a bug stopped it, and the device can send it again under a new
 *  id, or (REPLAY_WAITS) a restored server keeps it until another device has sent its work. */
export const commandResultSchema = z.object({
  id: z.string(),
  status: z.enum(['done', 'rejected', 'failed']),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
  /** Proves to this shop, even after a restore, that it acknowledged the command. Only pulls have it, for `done` commands. */
  seal: z.optional(z.string().check(z.maxLength(400))),
})
/** Result of one command. */
export type CommandResult = z.infer<typeof commandResultSchema>

/** Answer to a push, with one result for each command in the order sent. A command stays in the outbox until a pull brings the same result. */
export const pushResponseSchema = z.object({
  results: z.array(commandResultSchema).check(z.maxLength(MAX_PUSH_COMMANDS)),
  serverNowMs: z.number(),
})
/** Answer to a push. */
export type PushResponse = z.infer<typeof pushResponseSchema>

/** Body of POST /api/sync/pull. `cursor` and `page` are opaque; after a fresh start, `everyResult` asks for all results of this client. */
export const pullRequestSchema = z.object({
  clientId: idSchema,
  protocol: z.int().check(z.minimum(1)),
  cursor: z.string().check(z.maxLength(2_000)),
  page: z.optional(z.string().check(z.maxLength(2_000))),
  everyResult: z.optional(z.boolean()),
  /** Asks for the count and the hash of each collection, for the daily audit. */
  audit: z.optional(z.boolean()),
  /** Id of the last acknowledged command of this client. A server that does not know the id was restored and has lost work of this client. */
  newestDone: z.optional(idSchema),
  /** The seal of `newestDone`. With the seal, lost work of an admin's device closes payouts. Without it, payouts stay open. */
  newestSeal: z.optional(z.string().check(z.maxLength(400))),
  /** True when this client's outbox is empty. Commands that the client sends later therefore happened after this request. */
  nothingWaits: z.optional(z.boolean()),
  /** Collections that differed from the server's in the last audit. The server logs them. */
  drifted: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(50))),
})
/** A pull. */
export type PullRequest = z.infer<typeof pullRequestSchema>

/** Reason why a client starts afresh; its outbox stays. `lostFuture`: the server was restored from a backup that lacks rows this client has. */
export const freshStartReasonSchema = z.enum(['foreign', 'lostFuture', 'roleChanged', 'expired', 'protocol'])
/** Reason why a client starts afresh. */
export type FreshStartReason = z.infer<typeof freshStartReasonSchema>

/** A row on the wire, with the fields that its viewer may see. `$v`: the transaction that wrote the row, for the audit. */
export const wireRowSchema = z.looseObject({ id: z.string(), $v: z.number() })
/** A row on the wire. */
export type WireRow = z.infer<typeof wireRowSchema>

/** Changes of one collection. */
export const collectionChangesSchema = z.object({ put: z.array(wireRowSchema), remove: z.array(z.string()) })

/** Answer to a pull. While `more` is true, the client collects the rows and asks again with `page` and the same cursor; after the last page it shows
 *  them and takes the new `cursor`. */
export const pullResponseSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('startAfresh'), reason: freshStartReasonSchema, serverNowMs: z.number() }),
  z.object({
    kind: z.literal('changes'),
    cursor: z.string(),
    changes: z.record(z.string(), collectionChangesSchema),
    results: z.array(commandResultSchema),
    more: z.boolean(),
    page: z.optional(z.string()),
    /** Answer to `audit`. The server also sends it after each of its starts, because the client may show rows that the server lost by a restore. */
    sums: z.optional(z.record(z.string(), z.object({ count: z.number(), hash: z.number() }))),
    serverNowMs: z.number(),
  }),
])
/** Answer to a pull. */
export type PullResponse = z.infer<typeof pullResponseSchema>

/** First line of GET /api/sync/start. A line `collection TAB page` follows for each packed page, and a last line `end`, without which the device
 *  discards the stream. When the request names its client, the last line is `end TAB answer`, with the first page of the first pull's answer. */
export const startHeaderSchema = z.object({
  protocol: z.number(),
  cursor: z.string(),
  counts: z.record(z.string(), z.number()),
  serverNowMs: z.number(),
})
/** Header of a first sync. */
export type StartHeader = z.infer<typeof startHeaderSchema>
