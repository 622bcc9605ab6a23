import type { AnyCall, Call } from '@shop/shared/kernel/define-call.ts'
import type { Actor, AnyCommand, ArgsOf } from '@shop/shared/kernel/define-command.ts'
import type { Platform } from '../platform.ts'

/** A request for a handler. The input has passed the call's schemas, and the caller may make the call. */
export type CallContext<Params, Query, Body> = {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly actor: Actor
  /** The platform. Its `runCommand` derives ids of commands from the request's Idempotency-Key if there is one. */
  readonly platform: Platform
  readonly request: Request
  /** The client's address, for limits and the list of sessions. */
  readonly clientAddress: string
  /** Origin of the request's target, such as https://shop.example. The shop answers under the host of this origin; the port is not checked. */
  readonly origin: string
  /** True when the client runs on the server's machine, without a proxy in between. */
  readonly isSameMachine: boolean
  /** Makes an id. With an Idempotency-Key, a repeated request gets the same id. */
  readonly newId: () => string
  /** Arguments with which this request ran the command the first time; undefined unless the request repeats an Idempotency-Key. */
  readonly argsDone: <C extends AnyCommand>(command: C) => Promise<ArgsOf<C> | undefined>
}

/** A call and its handler. */
export type CallImplementation = {
  readonly call: AnyCall
  // biome-ignore lint/suspicious/noExplicitAny: a list of handlers of any call needs a bivariant bound
  readonly handle: (context: any) => Promise<unknown>
}

/** The output of a call, or a Response that is sent unchanged, such as a file, a redirect or an answer with a cookie. */
type Answer<Output> = Output | Response | Promise<Output | Response>

/** Binds a call to its handler. The route reduces an answer that is no Response to the call's output schema. */
export function implementCall<P, Q, B, O>(
  call: Call<P, Q, B, O>,
  handle: (context: CallContext<P, Q, B>) => Answer<O>,
): CallImplementation {
  if (call.access === 'public') throw new Error(`${call.name} is public: its handler has no actor`)
  return { call, handle: async (context) => handle(context) }
}

/** Binds a public call to its handler, which gets no actor. */
export function implementPublicCall<P, Q, B, O>(
  call: Call<P, Q, B, O>,
  handle: (context: Omit<CallContext<P, Q, B>, 'actor'>) => Answer<O>,
): CallImplementation {
  if (call.access !== 'public') throw new Error(`${call.name} is not public`)
  return { call, handle: async (context) => handle(context) }
}
