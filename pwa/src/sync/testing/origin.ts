import { EMPTY_PROFILE, users } from '@shop/shared/accounts/schema.ts'
import { collections, commands } from '@shop/shared/registry.ts'
import { ModelServer } from '../../../simulation/model-server.ts'

/** The one person of `fakeOrigin`. */
export const UID = '01900000-0000-7000-8000-0000000000aa'
export const user = {
  ...EMPTY_PROFILE,
  id: UID,
  email: 'ada@shop.example',
  displayName: 'Ada',
  role: 'admin',
  createdAtMs: 0,
}

/** The server's doors as this page reaches them. */
export function fakeOrigin() {
  const server = new ModelServer(
    { pause: async () => undefined, nowMs: () => Date.now(), poke: () => undefined, pageRows: 100 },
    { collections, commands },
  )
  server.write(users, user as never, UID)
  const door = {
    isCut: false,
    takesToken: true,
    refusal: null as null | { status: number; message: string; code?: string },
    tokens: 0,
    /** Profiles are answered when this resolves. */
    profiles: Promise.resolve(),
  }
  const answer = (status: number, body: unknown) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  const handle = async (url: string, init: RequestInit): Promise<Response> => {
    if (door.isCut || init.signal?.aborted) throw new TypeError('Failed to fetch')
    const body = init.body ? JSON.parse(String(init.body)) : undefined
    const path = url.replace(/\?.*/, '')
    if (path === '/api/identity/sign-in/email') {
      if (body.password !== 'right') return answer(401, { code: 'WRONG_PASSWORD', message: 'Incorrect password.' })
      door.tokens += 1
      return answer(200, { token: `token-${door.tokens}`, user: { id: UID, email: user.email, name: 'Ada', createdAt: '' } })
    }
    if (path === '/api/identity/sign-out') return answer(200, { success: true })
    if (!door.takesToken) return answer(401, { code: 'SIGN_IN_REQUIRED', message: 'Please sign in.' })
    if (path === '/api/auth/me') {
      await door.profiles
      if (door.refusal) return answer(door.refusal.status, { code: 'FORBIDDEN', ...door.refusal })
      return answer(200, {
        uid: UID,
        email: user.email,
        displayName: 'Ada',
        username: null,
        role: 'admin',
        photoURL: '',
        balance: 0,
        createdAt: '',
        offlineDays: 30,
      })
    }
    if (door.refusal?.code && path.startsWith('/api/sync/')) return answer(door.refusal.status, door.refusal)
    if (path === '/api/sync/push') return answer(200, await server.push(UID, body))
    if (path === '/api/sync/pull') return answer(200, await server.pull(UID, body))
    if (path === '/api/sync/start') {
      let text = ''
      for await (const line of server.start(UID)) text += `${line}\n`
      return new Response(text)
    }
    if (path === '/api/sync/events') return new Response(new ReadableStream({ start: () => undefined }))
    return answer(404, { code: 'NOT_FOUND', message: 'Not found' })
  }
  return { server, door, fetch: (url: string, init: RequestInit = {}) => handle(url, init) }
}
