import type * as z from 'zod/mini'
import type { RefusalSpec } from './errors.ts'
import type { FileRule } from './upload.ts'

/** Caller a call accepts. `ownerParam`: the user named by that path parameter, or an admin. */
export type CallAccess = 'public' | 'user' | 'admin' | { readonly ownerParam: string }

/** Proof that an act needs besides the session, no older than PROOF_MINUTES. `recent`: a sign-in or any later proof; `second`: the person's second
 *  factor, or for people without one the same as `recent`. */
export type Assurance = 'recent' | 'second'

/** Minutes for which a sign-in or a later proof counts as recent. */
export const PROOF_MINUTES = 15

/** Kind of costly work: searching whole tables, exporting files, imports, full checks, first syncs, and metrics. Each kind has a budget for each
 *  account and each network, besides the common limit. */
export type CallCost = 'search' | 'export' | 'import' | 'check' | 'firstSync' | 'figures'

/** A request that needs a live answer, or the REST route to a command. It is declared once, and server and app both use the declaration. */
export type Call<Params = unknown, Query = unknown, Body = unknown, Output = unknown> = {
  /** `feature.verbNoun`, unique. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`, path parameters in braces: `/inventory/master/{id}`. */
  readonly path: string
  readonly access: CallAccess
  /** One sentence for /api/docs. */
  readonly summary: string
  readonly params?: z.ZodMiniType<Params> | undefined
  readonly query?: z.ZodMiniType<Query> | undefined
  readonly body?: z.ZodMiniType<Body> | undefined
  /** The body travels as multipart/form-data: the named fields are files, read only as far as their rules allow; the rest are texts. `body`
   *  declares each file as `fileOf` its rule. */
  readonly multipart?: { readonly files: Readonly<Record<string, FileRule>> }
  /** Maximum size of the body in bytes, or of the text fields of a multipart body; MAX_BODY_BYTES by default. A larger body is answered with 413. */
  readonly maxBodyBytes?: number
  readonly cost?: CallCost
  readonly output: z.ZodMiniType<Output>
  /** The server ties this call to the browser with its own cookie; all other calls travel without cookies. */
  readonly usesCookie?: boolean
  /** Proof that the caller needs besides the session, for acts that move power or money outside the till. Without it, the call refuses PROOF_NEEDED.
   *  */
  readonly assurance?: Assurance
  /** Also open to users who may not use this variant of the product, because they have no membership or are bound to the other domain. */
  readonly admitsOutsiders?: boolean
  /** Refusals beyond INVALID, SIGN_IN_REQUIRED, FORBIDDEN and NOT_FOUND. */
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

/** Input of a call: only the parts the call declares. */
export type InputOf<C> =
  C extends Call<infer P, infer Q, infer B, unknown>
    ? (P extends undefined ? unknown : { params: P }) &
        (Q extends undefined ? unknown : { query: Q }) &
        (B extends undefined ? unknown : { body: B })
    : never

/** Output of a call. */
export type OutputOf<C> = C extends Call<infer _P, infer _Q, infer _B, infer O> ? O : never
