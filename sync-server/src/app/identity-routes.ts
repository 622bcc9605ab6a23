import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { givenPasswordSchema, newPasswordSchema } from '@shop/shared/accounts/rules.ts'
import { invalid, kernelRefusals, Refusal, type RefusalStatus, refusal } from '@shop/shared/kernel/errors.ts'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Accounts } from '../accounts/accounts.ts'
import { providerHeaders } from '../accounts/signed-in.ts'
import { readJsonBody } from '../platform/read-json-body.ts'
import type { Gate } from './gate.ts'

const MAX_BODY_BYTES = 10_000
const STATUSES: readonly RefusalStatus[] = [400, 401, 403, 404, 409, 413, 429, 503]

/** Body of a change of password. */
export const passwordChangeSchema = z.object({
  currentPassword: givenPasswordSchema,
  newPassword: newPasswordSchema,
  revokeOtherSessions: z.boolean().optional(),
})

type ProviderRefusal = { code?: string; message?: string }

/** The identity provider's own routes that are open, to be mounted at /api/identity. The others stay closed: what they do has a call of ours, or no screen.
 *  The provider sees no cookie and sets none: sessions travel as bearer tokens alone. */
export function identityRoutes({ identity, sessions, limits }: Accounts, gate: Gate): Hono {
  const routes = new Hono()

  const forward = async (request: Request, body?: unknown): Promise<Response> => {
    const headers = providerHeaders({ request, clientAddress: gate.callerOf(request).address })
    headers.set('authorization', request.headers.get('authorization') ?? '')
    headers.set('content-type', 'application/json')
    const { pathname } = new URL(request.url)
    const answer = await identity.handler(
      new Request(`http://localhost${pathname}`, {
        method: request.method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    const content: unknown = await answer.json().catch(() => null)
    if (!answer.ok) throw refusalOfProvider(answer.status, content as ProviderRefusal | null)
    return Response.json(content, { headers: { 'cache-control': 'no-store' } })
  }

  routes.get('/get-session', async (c) => {
    await gate.admit(c.req.raw)
    return forward(c.req.raw)
  })

  routes.post('/change-password', async (c) => {
    const { uid } = await gate.admit(c.req.raw)
    const { address } = gate.callerOf(c.req.raw)
    const parsed = passwordChangeSchema.safeParse(await readJsonBody(c.req.raw, MAX_BODY_BYTES))
    if (!parsed.success) throw invalid(parsed.error)
    limits.signIn(address, uid)
    const answer = await forward(c.req.raw, parsed.data)
    limits.signedIn(address, uid)
    sessions.forgetAll()
    return answer
  })

  routes.post('/revoke-other-sessions', async (c) => {
    await gate.admit(c.req.raw)
    const answer = await forward(c.req.raw, {})
    sessions.forgetAll()
    return answer
  })

  return routes
}

/** A refusal of the provider in our form. Its codes are kept; a wrong password is called as everywhere else. */
function refusalOfProvider(status: number, said: ProviderRefusal | null): Error {
  if (said?.code === 'INVALID_PASSWORD') return refusal(accountRefusals, 'WRONG_PASSWORD')
  const known = STATUSES.find((candidate) => candidate === status)
  if (status >= 500 || !said) return new Error(`the identity provider answered ${status}`)
  return new Refusal(said.code ?? 'INVALID', known ?? 400, said.message ?? kernelRefusals.INVALID.message)
}
