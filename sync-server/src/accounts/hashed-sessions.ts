import type { getAdapter } from 'better-auth/db/adapter'
import { hashOf } from './token-hash.ts'

type Adapter = Awaited<ReturnType<typeof getAdapter>>
type Part = Omit<Adapter, 'transaction'>

/** Wraps the identity provider's adapter so that the database keeps only the hash of a new session's token. The provider only creates sessions;
 *  sessions.ts reads and ends them. */
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
