import { brandRefusals } from '@shop/shared/brands/errors.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { Hono } from 'hono'
import { z } from 'zod'
import { readBytes } from '../platform/http/read-json-body.ts'
import { enqueueJobs } from '../platform/jobs/job-store.ts'
import type { Platform } from '../platform/platform.ts'
import type { Memberships } from './memberships.ts'
import { isSigned, TOLERANCE_SECONDS } from './webhook-signature.ts'

const MAX_BYTES = 200_000
const REFRESH = 'brands.refreshMembership'

const eventSchema = z.object({
  type: z.string(),
  data: z.object({ id: z.string().max(200).nullish(), user: z.object({ email: z.string().max(320).nullish() }).nullish() }),
})
const refreshSchema = z.object({ email: z.string().optional(), membershipId: z.string().optional() })

/** Without memberships or a secret, the webhook refuses every delivery. */
export type WebhookParts = { readonly memberships: Memberships | undefined; readonly secret: string | undefined }

/** Builds the provider's webhook, for the path /api/membership. An event only reports a change, and a job then asks the provider. So a late, repeated
 *  or reordered event does no harm. */
export function membershipWebhook(platform: Platform, { memberships, secret }: WebhookParts): Hono {
  const routes = new Hono()
  if (memberships) {
    platform.jobs.handle(REFRESH, (payload) => memberships.refresh(refreshSchema.parse(payload)))
  }
  routes.post('/webhook', async (c) => {
    if (!memberships || secret === undefined) throw refusal(kernelRefusals, 'UNAVAILABLE', { message: 'Web-hooks are not set up here.' })
    const body = await readBytes(c.req.raw, MAX_BYTES)
    const id = c.req.header('webhook-id') ?? null
    const timestamp = c.req.header('webhook-timestamp') ?? null
    const signatures = c.req.header('webhook-signature') ?? null
    if (id === null || !isSigned({ id, timestamp, signatures, body }, secret, platform.nowMs())) {
      throw refusal(brandRefusals, 'SIGNATURE_INVALID')
    }
    const event = eventSchema.safeParse(jsonOf(body))
    // the provider may also send other kinds of events, which are ignored
    if (event.success && event.data.type.startsWith('membership.')) await note(platform, id, event.data)
    return c.json({ received: true })
  })
  return routes
}

/** Records a delivery together with its job. A repeated delivery adds no second job. */
async function note(platform: Platform, id: string, { data }: z.infer<typeof eventSchema>): Promise<void> {
  const nowMs = platform.nowMs()
  await platform.transaction(async (tx) => {
    // older deliveries are refused by their timestamps, so their ids need not be kept
    const oldMs = nowMs - 3 * TOLERANCE_SECONDS * 1_000
    await tx.deleteFrom('membership_events').where('received_at_ms', '<', oldMs).execute()
    const noted = await tx
      .insertInto('membership_events')
      .values({ id, received_at_ms: nowMs })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!noted) return
    const payload = { email: data.user?.email?.toLowerCase() ?? undefined, membershipId: data.id ?? undefined }
    if (payload.email !== undefined || payload.membershipId !== undefined) await enqueueJobs(tx, [{ kind: REFRESH, payload }])
  })
  platform.jobs.wake()
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
