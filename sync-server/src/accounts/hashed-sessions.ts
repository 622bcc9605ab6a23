import type { getAdapter } from 'better-auth/db/adapter'
import { hashOf } from './token-hash.ts'

type Adapter = Awaited<ReturnType<typeof getAdapter>>
type Part = Omit<Adapter, 'transaction'>

/** The identity provider's adapter to our database, but that of a new session's token only a hash is kept; the provider hands out the token itself. It makes
 *  sessions and nothing more of them: sessions.ts reads and ends them. */
export function hashedSessions(adapter: Adapter): Adapter {
  return {
    ...adapter,
    create: hashingCreate(adapter),
    transaction: (body) => adapter.transaction((part) => body({ ...part, create: hashingCreate(part) })),
  }
}

function hashingCreate(part: Part): Part['create'] {
  return async <T extends Record<string, unknown>, R = T>(query: Parameters<Part['create']>[0]) => {
    if (query.model !== 'session') return part.create<T, R>(query as Parameters<typeof part.create<T, R>>[0])
    const token = String(query.data.token)
    const made = await part.create({ ...query, data: { ...query.data, token: hashOf(token) } })
    return { ...made, token } as R
  }
}
