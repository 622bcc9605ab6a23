import type { AnyCall, InputOf, OutputOf } from '@shop/shared/kernel/define-call.ts'
import { kernelRefusals, Refusal, type RefusalStatus, refusal, refusalBodySchema } from '@shop/shared/kernel/errors.ts'
import { syncRefusals } from '../engine/refusals.ts'
import { newRequestId } from '../ports/request-id.ts'

const REFUSAL_STATUSES: readonly number[] = [400, 401, 403, 404, 405, 409, 413, 415, 421, 429, 503] satisfies RefusalStatus[]

export type CallOptions = {
  readonly token: string | null
  readonly fetch?: typeof fetch
  readonly origin?: string
  /** Called when the server has accepted the token of a request. A public call proves nothing, because the server answers it with any token. */
  readonly onContact?: () => void
  /** Sends our own server's cookies along. */
  readonly withCookies?: boolean
}

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** Makes one call of the registry, without a time-out, because somebody waits for the answer. Rejects with the server's Refusal, or with OFFLINE or
 *  NO_WORDS when another program answers or nobody does. */
export async function makeCall<C extends AnyCall>(call: C, input: InputOf<C>, options: CallOptions): Promise<OutputOf<C>> {
  const { params = {}, query = {}, body } = (input ?? {}) as Parts
  const path = call.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]])),
  ).toString()
  const answer = await requestJson(call.method, `/api${path}${search ? `?${search}` : ''}`, call.multipart ? formOf(body) : body, {
    ...options,
    withCookies: call.usesCookie ?? false,
  })
  if (call.access !== 'public' && options.token) options.onContact?.()
  const parsed = call.output.safeParse(answer)
  // a newer server may send fields or values that this app does not know; the answer is used all the same
  return (parsed.success ? parsed.data : answer) as OutputOf<C>
}

function formOf(body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body as Record<string, File | string | null | undefined>))
    if (value !== undefined && value !== null) form.append(name, value)
  return form
}

/** Sends one request to our API. Answers a download as a Blob, and everything else as JSON or, failing that, as text. Rejects as `makeCall` does. */
export async function requestJson(method: string, url: string, body: unknown, options: CallOptions): Promise<unknown> {
  const isForm = typeof FormData !== 'undefined' && body instanceof FormData
  const headers: Record<string, string> = { accept: 'application/json', 'x-request-id': newRequestId() }
  if (options.token) headers.authorization = `Bearer ${options.token}`
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
  let response: Response
  let answer: unknown
  try {
    response = await (options.fetch ?? fetch)(`${options.origin ?? ''}${url}`, {
      method,
      headers,
      cache: 'no-store',
      credentials: options.withCookies ? 'same-origin' : 'omit',
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    // a download stays a file
    answer = response.headers.has('content-disposition') ? await response.blob() : parsed(await response.text())
  } catch {
    throw refusal(syncRefusals, 'OFFLINE')
  }
  if (response.ok) return answer
  const refused = refusalBodySchema.safeParse(answer)
  if (!refused.success) {
    if (response.status === 401) throw refusal(kernelRefusals, 'SIGN_IN_REQUIRED')
    // a proxy answered: the server behind it is away, or the proxy blocks this request
    throw refusal(syncRefusals, response.status >= 500 ? 'OFFLINE' : 'NO_WORDS')
  }
  const { code, message, fields, details } = refused.data
  const status = REFUSAL_STATUSES.includes(response.status) ? (response.status as RefusalStatus) : 503
  throw new Refusal(code, status, message, fields, status === 429 || status === 503, details)
}

function parsed(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return text
  }
}
