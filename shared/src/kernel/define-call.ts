import type * as z from 'zod/mini'
import type { RefusalSpec } from './errors.ts'
import type { FileRule } from './upload.ts'

/** Callers that a call accepts. `ownerParam`: admins, and the user whose id is in this path parameter. */
export type CallAccess = 'public' | 'user' | 'admin' | { readonly ownerParam: string }

/** Proof from the last PROOF_MINUTES that a call needs besides the session. `recent`: a sign-in or a later proof; `second`: a proof with the second
 *  factor, or `recent` for a person who has no second factor. */
export type Assurance = 'recent' | 'second'

/** Minutes for which a sign-in or a later proof counts as recent. */
export const PROOF_MINUTES = 15

/** Kind of costly work. Each account and each network has a budget for each kind, besides the common limit. */
export type CallCost = 'search' | 'listing' | 'export' | 'import' | 'upload' | 'check' | 'firstSync' | 'figures' | 'mail' | 'report'

/** A request that needs a live answer, or the REST route to a command. Server and app use the same declaration. */
export type Call<Params = unknown, Query = unknown, Body = unknown, Output = unknown> = {
  /** Unique, in the form `feature.verbNoun`. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below `/api`, with its parameters in braces: `/inventory/master/{id}`. */
  readonly path: string
  readonly access: CallAccess
  /** Text for /api/docs. */
  readonly summary: string
  readonly params?: z.ZodMiniType<Params> | undefined
  readonly query?: z.ZodMiniType<Query> | undefined
  readonly body?: z.ZodMiniType<Body> | undefined
  /** Present when the body is multipart/form-data. The named fields are files, which the server reads only as far as their rules allow; all other
   *  fields are texts. `body` declares each file as `fileOf` its rule. */
  readonly multipart?: { readonly files: Readonly<Record<string, FileRule>> }
  /** Maximum size of the body in bytes, or of the text fields of a multipart body; MAX_BODY_BYTES by default. A larger body is answered with 413. */
  readonly maxBodyBytes?: number
  readonly cost?: CallCost
  readonly output: z.ZodMiniType<Output>
  /** True when the server ties the call to the browser by a cookie. All other calls use no cookies. */
  readonly usesCookie?: boolean
  /** Proof that the caller needs besides the session; without it, the call refuses PROOF_NEEDED. */
  readonly assurance?: Assurance
  /** True when even users who may not use this variant of the product may make the call: users without a membership, or of the other domain. */
  readonly admitsOutsiders?: boolean
  /** Refusals of this call, besides general ones such as INVALID and FORBIDDEN. */
  readonly refusals: Readonly<Record<string, RefusalSpec>>
}

/** Any call of the registry. */
// biome-ignore lint/suspicious/noExplicitAny: a list of calls of any shape needs a bivariant bound
export type AnyCall = Call<any, any, any, any>

type Definition<P, Q, B, O> = Omit<Call<P, Q, B, O>, 'refusals'> & { refusals?: Readonly<Record<string, RefusalSpec>> }

/** Declares a call. */
export function defineCall<P = undefined, Q = undefined, B = undefined, O = unknown>(definition: Definition<P, Q, B, O>): Call<P, Q, B, O> {
  return { refusals: {}, ...definition }
}

/** Input of a call, with the parts that the call declares. */
export type InputOf<C> =
  C extends Call<infer P, infer Q, infer B, unknown>
    ? (P extends undefined ? unknown : { params: P }) &
        (Q extends undefined ? unknown : { query: Q }) &
        (B extends undefined ? unknown : { body: B })
    : never

/** Output of a call. */
export type OutputOf<C> = C extends Call<infer _P, infer _Q, infer _B, infer O> ? O : never
