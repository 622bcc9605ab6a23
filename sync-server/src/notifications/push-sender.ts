import { ECDH } from 'node:crypto'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { type DeviceSubscription, NOTICE_STALE_HOURS } from '@shop/shared/notifications/schema.ts'
import webPush from 'web-push'
import { isPublicHttps, NotPublic, publicLookup } from '../platform/http/public-address.ts'
import { Undelivered } from '../platform/kernel/undelivered.ts'
import type { PushKeys } from './push-keys.ts'
import { SilentServices } from './silent-services.ts'

/** Maximum milliseconds for an answer of a push service. */
const TIMEOUT_MS = 10_000
/** Maximum bytes to read of an answer. Push services send short answers. */
const MAX_ANSWER_BYTES = 2_000
const MAX_CONNECTIONS = 8

/** Thrown when the push service no longer knows the subscription, or when the subscription's address is not public. */
export class DeviceGone extends Error {
  override readonly name = 'DeviceGone'
}

export type PushAccess = {
  readonly keys: PushKeys
  /** Contact for push services: a mailto: or https: address. */
  readonly subject: string
  /** Origins that are accepted as push services although they are not public, for tests. */
  readonly trustedOrigins: readonly string[]
}

/** Sends messages to the push services of browsers. */
export type PushSender = {
  /** True when this may be the address of a push service. */
  accepts(endpoint: string): boolean
  /** Sends a message. It replaces a message with the same `topic` (at most 32 characters) that the device has not fetched yet. Throws Undelivered or
   *  DeviceGone. */
  send(subscription: DeviceSubscription, payload: string, topic: string): Promise<void>
  close(): void
}

/** True for a key that is a point on the curve of web push. No message can be encrypted with another key. */
export function isPushKey(p256dh: string): boolean {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url').length > 0
  } catch {
    return false
  }
}

/** Opens the sender, which connects with the first message. A user can choose the address of a push service. So the sender connects only to public
 *  hosts, follows no redirect, and reveals only the status of an answer. */
export function openPushSender({ keys, subject, trustedOrigins }: PushAccess, timeoutMs = TIMEOUT_MS): PushSender {
  let isClosed = false
  const underWay = new Set<ClientRequest>()
  const silent = new SilentServices(timeoutMs)
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS, lookup: publicLookup })
  const isTrusted = (endpoint: string) => URL.canParse(endpoint) && trustedOrigins.includes(new URL(endpoint).origin)
  const accepts = (endpoint: string) => isTrusted(endpoint) || isPublicHttps(endpoint)
  return {
    accepts,
    async send(subscription, payload, topic) {
      if (!accepts(subscription.endpoint)) throw new DeviceGone('not the address of a public push service')
      const { origin } = new URL(subscription.endpoint)
      const restMs = silent.restMsOf(origin)
      if (restMs > 0) throw new Undelivered('The push service did not answer a moment ago.', false, Math.ceil(restMs / 1_000))
      const { endpoint, method, headers, body } = webPush.generateRequestDetails(subscription, payload, {
        vapidDetails: { subject, ...keys },
        TTL: NOTICE_STALE_HOURS * 3_600,
        urgency: 'normal',
        topic,
      })
      const options = { method, headers: headers as Record<string, string>, signal: AbortSignal.timeout(timeoutMs) }
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const request =
          isTrusted(endpoint) && endpoint.startsWith('http:')
            ? httpRequest(endpoint, options, resolve)
            : httpsRequest(endpoint, { ...options, ...(isTrusted(endpoint) ? {} : { agent }) }, resolve)
        underWay.add(request.on('error', reject).on('close', () => underWay.delete(request)))
        request.end(body)
      }).catch((error: unknown) => {
        if (isClosed) throw new Undelivered('The server stopped during this attempt.', false)
        if (isTimeout(error)) silent.wasSilent(origin)
        throw unreachable(error)
      })
      silent.answered(origin)
      readNothing(response)
      judge(response)
    },
    close() {
      isClosed = true
      for (const request of underWay) request.destroy()
      agent.destroy()
    },
  }
}

/** Reads a short answer to its end, so that its connection can be used again. Drops a longer answer. */
function readNothing(response: IncomingMessage): void {
  let bytes = 0
  response.on('error', () => undefined)
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) response.destroy()
  })
}

function judge({ statusCode = 0, headers }: IncomingMessage): void {
  if (statusCode >= 200 && statusCode < 300) return
  if (statusCode === 404 || statusCode === 410) throw new DeviceGone(`the push service answered ${statusCode}`)
  const seconds = Number(headers['retry-after'])
  const passes = statusCode === 429 || statusCode >= 500
  throw new Undelivered(`The push service answered ${statusCode}.`, !passes, Number.isFinite(seconds) && seconds > 0 ? seconds : 0)
}

const isTimeout = (error: unknown) => ['TimeoutError', 'AbortError'].includes((error as { name?: string }).name ?? '')

function unreachable(error: unknown): Undelivered {
  if (error instanceof NotPublic) return new Undelivered('The push service is not on the public internet.', true)
  const { code } = error as { code?: string }
  if (isTimeout(error)) return new Undelivered('The push service did not answer in time.', false)
  return new Undelivered(`The push service cannot be reached${code === undefined ? '' : ` (${code})`}.`, false)
}
