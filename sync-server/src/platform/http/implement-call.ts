import type { AnyCall, Call } from '@shop/shared/kernel/define-call.ts'
import type { Actor, AnyCommand, ArgsOf } from '@shop/shared/kernel/define-command.ts'
import type { Platform } from '../platform.ts'

/** Request as a handler sees it: the input has passed the call's schemas, and the caller may make the call. */
export type CallContext<Params, Query, Body> = {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly actor: Actor
  /** The platform, whose `runCommand` uses the request's Idempotency-Key, if any, as the command's id. */
  readonly platform: Platform
  readonly request: Request
  /** Client's address, for limits and the list of sessions. */
  readonly clientAddress: string
  /** Origin of the request's target, such as https://shop.example. Its host is one the shop answers under;
   *  its port is whatever the client wrote. */
  readonly origin: string
  /** True when the client runs on the server's own machine, with no proxy between. */
  readonly isSameMachine: boolean
  /** Mints an id; with an Idempotency-Key it is the same at every repetition. */
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

/** Output of a call, or a Response that goes out unchanged, such as a file, a redirect or one with a cookie. */
type Answer<Output> = Output | Response | Promise<Output | Response>

/** Binds a call to its handler, whose answer is cut to the call's output schema. */
export function implementCall<P, Q, B, O>(
  call: Call<P, Q, B, O>,
  handle: (context: CallContext<P, Q, B>) => Answer<O>,
): CallImplementation {
  if (call.access === 'public') throw new Error(`${call.name} is public: its handler has no actor`)
  return { call, handle: async (context) => handle(context) }
}

/** Binds a public call to its handler, which does not know the caller. */
export function implementPublicCall<P, Q, B, O>(
  call: Call<P, Q, B, O>,
  handle: (context: Omit<CallContext<P, Q, B>, 'actor'>) => Answer<O>,
): CallImplementation {
  if (call.access !== 'public') throw new Error(`${call.name} is not public`)
  return { call, handle: async (context) => handle(context) }
}
