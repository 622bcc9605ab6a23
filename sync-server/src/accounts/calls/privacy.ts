import { eraseAccountCall, exportFileName, exportPersonCall, getErasureCall, listErasedCall } from '@shop/shared/accounts/calls/privacy.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { privacyRefusals } from '@shop/shared/accounts/privacy-errors.ts'
import { nameOf } from '@shop/shared/accounts/schema.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { anyOf } from '../../platform/database/expressions.ts'
import type { Db } from '../../platform/database/sql.ts'
import { implementCall, implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { requireUser } from '../people.ts'
import type { Privacy } from '../privacy.ts'
import { wasEnded } from '../session-list.ts'
import { bearerOf } from '../sessions.ts'

type Parts = { readonly accounts: Accounts; readonly privacy: Privacy }

/** Reads a user whose data was not erased. Refuses ACCOUNT_NOT_FOUND. */
async function requirePerson(db: Db, id: string) {
  const user = await requireUser(db, id)
  const { erased } = await db
    .selectFrom('users')
    .select((eb) => eb('erased_at_ms', 'is not', null).as('erased'))
    .where('id', '=', user.uid)
    .executeTakeFirstOrThrow()
  if (erased) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
  return user
}

/** GET /auth/users/{id}/export. Streams the answer, so that a long history needs no more memory than a short one. */
export const handleExportPerson = ({ accounts, privacy }: Parts) =>
  implementCall(exportPersonCall, async ({ params, actor, platform, request, clientAddress }) => {
    const { uid } = await requirePerson(platform.db, params.id)
    accounts.limits.personalData(actor.uid)
    await accounts.recordSecurity({
      kind: 'dataExported',
      uid,
      ...(uid !== actor.uid && { byUid: actor.uid }),
      caller: { request, clientAddress },
    })
    return new Response(ReadableStream.from(privacy.export(uid)) as ReadableStream<Uint8Array>, {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${exportFileName(uid)}"`,
        'cache-control': 'no-store',
      },
    })
  })

/** GET /auth/users/{id}/erasure. */
export const handleGetErasure = ({ privacy }: Parts) =>
  implementCall(getErasureCall, async ({ params, platform }) => {
    const { uid, displayName, username, email, role, closedAt } = await requirePerson(platform.db, params.id)
    const others = platform.db.selectFrom('users').select('id').where('role', '=', 'admin').where('closed_at_ms', 'is', null)
    const other = await others.where('is_earlier', '=', false).where('id', '<>', uid).limit(1).executeTakeFirst()
    return {
      name: nameOf({ displayName, username, email }),
      isLastAdmin: role === 'admin' && closedAt === null && other === undefined,
      ...(await privacy.unsettled(uid)),
    }
  })

/** POST /auth/users/{id}/erase. */
export const handleEraseAccount = ({ accounts, privacy }: Parts) =>
  implementCall(eraseAccountCall, async ({ params, body, actor, platform }) => {
    const { uid, displayName, username, email } = await requirePerson(platform.db, params.id)
    if (body.name.trim() !== nameOf({ displayName, username, email }).trim())
      throw refusal(privacyRefusals, 'NAME_DIFFERS', { fields: { name: privacyRefusals.NAME_DIFFERS.message } })
    accounts.limits.personalData(actor.uid)
    await privacy.erase(platform, actor, uid)
    // recorded without the network address, because otherwise the erasure itself would store new personal data
    await accounts.recordSecurity({ kind: 'dataErased', uid, ...(uid !== actor.uid && { byUid: actor.uid }) })
    accounts.sessions.forgetAll()
    return { message: 'The data was erased.', name: (await requireUser(platform.db, uid)).displayName }
  })

/** POST /auth/erased. Needs no sign-in, because the session of the asking device may have ended. The device has to know an id or a token, which
 *  nobody can guess. */
export const handleListErased = ({ accounts }: Parts) =>
  implementPublicCall(listErasedCall, async ({ body, request, clientAddress, platform }) => {
    accounts.limits.passThrough(clientAddress, 'erased accounts')
    const rows = platform.db.selectFrom('users').select('id').where('id', '=', anyOf(body.uids))
    const token = bearerOf(request.headers)
    return {
      erased: (await rows.where('erased_at_ms', 'is not', null).execute()).map(({ id }) => id),
      sessionEnded: token !== undefined && (await wasEnded(platform.db, token)),
    }
  })
