import { kernelRefusals, Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { HTTPException } from 'hono/http-exception'
import { failureKind } from '../../platform/database/sql-errors.ts'
import { TooMany } from '../../platform/kernel/too-many.ts'

/** Seconds of Retry-After for refusals that name no time. */
const RETRY_SECONDS = 5

/** SQLSTATE class 22: a value that the database cannot store, such as a NUL in a text. Schemas refuse most such values earlier. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/

/** Answers the refusal for a request that ended with an error; undefined when the error is the server's fault. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof HTTPException && error.status < 500) return refusal(kernelRefusals, error.status === 413 ? 'TOO_LARGE' : 'INVALID')
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string' && DATA_EXCEPTION.test(code)) {
    return refusal(kernelRefusals, 'INVALID', { message: 'A value cannot be stored as it is.' })
  }
  // Node marks programming errors with ERR_…, and such an error is no outage of the database
  const isOurs = typeof code === 'string' && code.startsWith('ERR_')
  return !isOurs && failureKind(error) !== 'fault' ? refusal(kernelRefusals, 'UNAVAILABLE') : undefined
}

/** Builds the response to a refused request, `{code, message, fields?}`. */
export function refusedResponse(error: Refusal): Response {
  const { code, message, fields, status, details } = error
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  if (error instanceof TooMany) headers.set('retry-after', String(error.retryAfterSeconds))
  else if (status === 429 || status === 503) headers.set('retry-after', String(RETRY_SECONDS))
  if (status === 401) headers.set('www-authenticate', 'Bearer')
  return new Response(
    JSON.stringify({ code, message, ...(fields && Object.keys(fields).length > 0 ? { fields } : {}), ...(details && { details }) }),
    {
      status,
      headers,
    },
  )
}

/** Builds the response to a request that failed by the server's fault. The log has the error under the request's id. */
export function failedResponse(requestId: string): Response {
  const message = `Something went wrong on the server. Please try again; if it happens again, tell your administrator the number ${requestId}.`
  return Response.json({ code: 'INTERNAL', message }, { status: 500, headers: { 'cache-control': 'no-store' } })
}
