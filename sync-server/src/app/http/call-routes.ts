import { randomBytes } from 'node:crypto'
import type { AnyCall, Assurance } from '@shop/shared/kernel/define-call.ts'
import type { Actor, AnyCommand } from '@shop/shared/kernel/define-command.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { derivedId, idSchema, uuidv7 } from '@shop/shared/kernel/ids.ts'
import { MAX_BODY_BYTES } from '@shop/shared/kernel/limits.ts'
import { type Context, Hono } from 'hono'
import { readProofJudge } from '../../accounts/proofs.ts'
import { answerBefore, argsDone, type KeyedRequest, keepAnswer, keyedRequest } from '../../platform/commands/call-answers.ts'
import type { ProofJudge } from '../../platform/commands/command-tx.ts'
import type { CallContext, CallImplementation } from '../../platform/http/implement-call.ts'
import { parseInput } from '../../platform/http/parse-input.ts'
import { readJsonBody } from '../../platform/http/read-json-body.ts'
import { readMultipartBody, withFileHashes } from '../../platform/http/read-multipart-body.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Gate } from './gate.ts'

/** Builds the routes of all calls, for the path /api. */
export function callRoutes(implementations: readonly CallImplementation[], platform: Platform, gate: Gate): Hono {
  const routes = new Hono()
  for (const implementation of implementations) {
    const { method, path } = implementation.call
    routes.on(method, path.replace(/\{(\w+)\}/g, ':$1'), (c) => answer(c, implementation, platform, gate))
  }
  return routes
}

/** Answers one request, and is the only place that asks for the proof that a call declares. 401 and 403 come before 400, and 400 before the handler
 *  (law *Access*). */
async function answer(c: Context, { call, handle }: CallImplementation, platform: Platform, gate: Gate): Promise<Response> {
  const params = c.req.param() as Record<string, string>
  const actor = call.access === 'public' ? gate.admitAnyone(c.req.raw) : requireAccess(call, await gate.admit(c.req.raw, call), params)
  const readProof = () => readProofJudge(platform.db, c.req.raw, isAdminAct(call, actor, params))
  const requireAssurance = async (assurance: Assurance) => {
    const unproved = (await readProof())(assurance, null)
    if (unproved) throw unproved
  }
  if (actor && call.assurance) await requireAssurance(call.assurance)
  gate.spend(c.req.raw, actor, call.cost)
  const requestKey = actor && call.method !== 'GET' ? readIdempotencyKey(c) : undefined
  const caller = gate.callerOf(c.req.raw)
  const input = {
    params: call.params && parseInput(call.params, requirePlain(params)),
    query: call.query && parseInput(call.query, c.req.query()),
    body: call.body && parseInput(call.body, await readBody(c.req.raw, call)),
  }
  const keyed =
    actor && requestKey !== undefined ? keyedRequest(requestKey, actor.uid, call.name, await comparable(call, input)) : undefined
  const before = keyed && (await answerBefore(platform.db, keyed))
  const handled = before
    ? before.answer
    : await handle({
        ...input,
        actor,
        request: c.req.raw,
        clientAddress: caller.address,
        origin: caller.origin,
        isSameMachine: caller.isSameMachine,
        ...idempotent(proving(platform, requireAssurance, readProof), keyed),
      })
  if (handled instanceof Response) return handled
  const output = call.output.parse(handled)
  if (keyed && !before) await keepAnswer(platform.db, keyed, output)
  c.header('cache-control', 'no-store')
  return c.json(output)
}

const readBody = (request: Request, { multipart, maxBodyBytes = MAX_BODY_BYTES }: AnyCall): Promise<unknown> =>
  multipart ? readMultipartBody(request, { ...multipart, maxTextBytes: maxBodyBytes }) : readJsonBody(request, maxBodyBytes)

type Input = { readonly params: unknown; readonly query: unknown; readonly body: unknown }

/** Makes an input that is equal for equal requests: ids of the path in lower case, as bodies have them, and a hash for each file. */
const comparable = async ({ multipart }: AnyCall, { params, query, body }: Input): Promise<Input> => ({
  params: params && Object.fromEntries(Object.entries(params).map(([name, value]) => [name, idSchema.safeParse(value).data ?? value])),
  query,
  body: multipart ? await withFileHashes(body) : body,
})

type PathParams = Readonly<Record<string, string>>

function requireAccess(call: AnyCall, actor: Actor, params: PathParams): Actor {
  if (actor.role !== 'admin' && isAdminAct(call, actor, params)) throw refusal(kernelRefusals, 'FORBIDDEN')
  return actor
}

/** True when only an admin may make this call. That is a call for admins, or a call whose path names another person as the owner. */
const isAdminAct = ({ access }: AnyCall, actor: Actor | null, params: PathParams): boolean =>
  access === 'admin' || (typeof access === 'object' && params[access.ownerParam] !== actor?.uid)

/** Before a person runs a command, asks for the proof that the command declares. The server itself needs no proof. If `proofIf` decides, the
 *  command's transaction asks, because the decision reads rows. */
function proving(
  platform: Platform,
  requireAssurance: (assurance: Assurance) => Promise<void>,
  readProof: () => Promise<ProofJudge>,
): Platform {
  const demand = async (actor: Actor, { assurance }: AnyCommand) => {
    if (assurance && actor.role !== 'system') await requireAssurance(assurance)
  }
  return {
    ...platform,
    async runCommand(actor, command, args, options) {
      if (command.proofIf && actor.role !== 'system')
        return platform.runCommand(actor, command, args, { ...options, judgeProof: await readProof() })
      await demand(actor, command)
      return platform.runCommand(actor, command, args, options)
    },
    async runWhole(actor, run) {
      await demand(actor, run.command)
      await platform.runWhole(actor, run)
    },
  }
}

/** Refuses path parameters with a NUL or a lone surrogate, which no database can compare. */
function requirePlain(params: Readonly<Record<string, string>>): unknown {
  for (const [name, value] of Object.entries(params)) {
    if (value.includes('\u0000') || !value.isWellFormed()) throw invalidField(name, 'Not a valid id')
  }
  return params
}

const invalidField = (name: string, message: string) => refusal(kernelRefusals, 'INVALID', { message, fields: { [name]: message } })

function readIdempotencyKey(c: Context): string | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return undefined
  const parsed = idSchema.safeParse(key)
  if (!parsed.success) throw invalidField('Idempotency-Key', 'The Idempotency-Key is a UUID')
  return parsed.data
}

/** Derives command ids and new ids from the caller's key, so that a repeated request runs the same command. */
function idempotent(
  platform: Platform,
  keyed: KeyedRequest | undefined,
): Pick<CallContext<unknown, unknown, unknown>, 'platform' | 'newId' | 'argsDone'> {
  if (keyed === undefined)
    return { platform, newId: () => uuidv7(platform.nowMs(), randomBytes(10)), argsDone: () => Promise.resolve(undefined) }
  const { key } = keyed
  let commands = 0
  let ids = 0
  return {
    // numbers of new ids start far above those of commands, so that the ids never collide
    newId: () => derivedId(key, 1_000 + ids++),
    argsDone: (command) => argsDone(platform.db, keyed, command),
    platform: {
      ...platform,
      runCommand(actor, command, args, options = {}) {
        const n = commands++
        return platform.runCommand(actor, command, args, { ...options, id: options.id ?? (n === 0 ? key : derivedId(key, n)) })
      },
    },
  }
}
