import { EMPTY_PROFILE, users } from '@shop/shared/accounts/schema.ts'
import { type SealedPart, sealedPartSchema } from '@shop/shared/accounts/sealed-work.ts'
import { collections } from '@shop/shared/collections.ts'
import { commands } from '@shop/shared/registry.ts'
import { ModelServer } from '../../../simulation/model-server.ts'
import { openSealedPart, SEALING_KEY } from './sealing.ts'

export const UID = '01900000-0000-7000-8000-0000000000aa'
export const user = {
  ...EMPTY_PROFILE,
  id: UID,
  email: 'ada@shop.example',
  displayName: 'Ada Admin',
  role: 'admin',
  createdAtMs: 0,
}
export const otherUser = { ...user, id: '01900000-0000-7000-8000-0000000000bb', email: 'bea@shop.example', displayName: 'Bea Admin' }

const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** Returns the server's behaviour, which a test may change. */
const openDoor = () => ({
  isCut: false,
  takesToken: true,
  opensSealed: true,
  sealingKey: SEALING_KEY,
  /** Opens everybody's sealed work, as for an admin. */
  opensAll: false,
  /** Refuses the parts of sealed work that contain this text. */
  refusesSealed: null as null | { text: string; status: number; code: string },
  refusal: null as null | { status: number; message: string; code?: string },
  tokens: 0,
  erased: [] as string[],
  /** True when somebody ended the session whose token is refused. */
  sessionEnded: false,
  /** Questions about ended sessions are answered when this resolves. */
  endings: Promise.resolve(),
  askedEndings: 0,
  /** Requests for a profile are answered when this resolves. */
  profiles: Promise.resolve(),
})

/** Makes a server in memory, with the endpoints that a page reaches. */
export function fakeOrigin() {
  const server = new ModelServer(
    { pause: async () => undefined, nowMs: () => Date.now(), poke: () => undefined, pageRows: 100 },
    { collections, commands },
  )
  const people = [user, otherUser]
  for (const person of people) server.write(users, person as never, person.id)
  const signedInAs = new Map<string, typeof user>()
  const door = openDoor()
  const handle = async (url: string, init: RequestInit): Promise<Response> => {
    if (door.isCut || init.signal?.aborted) throw new TypeError('Failed to fetch')
    const body = init.body ? JSON.parse(String(init.body)) : undefined
    const path = url.replace(/\?.*/, '')
    if (path === '/api/identity/sign-in/email') {
      if (body.password !== 'right') return answer(401, { code: 'WRONG_PASSWORD', message: 'Incorrect password.' })
      const signingIn = people.find(({ email }) => email === body.email) ?? user
      door.tokens += 1
      signedInAs.set(`token-${door.tokens}`, signingIn)
      return answer(200, {
        token: `token-${door.tokens}`,
        user: { id: signingIn.id, email: signingIn.email, name: signingIn.displayName, createdAt: '' },
      })
    }
    if (path === '/api/identity/sign-out') return answer(200, { success: true })
    if (path === '/api/auth/erased') {
      door.askedEndings += 1
      await door.endings
      const isKnown = new Headers(init.headers).has('authorization')
      return answer(200, { erased: door.erased.filter((uid) => body.uids.includes(uid)), sessionEnded: isKnown && door.sessionEnded })
    }
    if (!door.takesToken) return answer(401, { code: 'SIGN_IN_REQUIRED', message: 'Please sign in.' })
    const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? ''
    const { id: uid, email, displayName } = signedInAs.get(token) ?? user
    if (path === '/api/auth/me') {
      await door.profiles
      if (door.refusal) return answer(door.refusal.status, { code: 'FORBIDDEN', ...door.refusal })
      return answer(200, {
        uid,
        email,
        displayName,
        username: null,
        role: 'admin',
        photoURL: '',
        balance: 0,
        createdAt: '',
        offlineDays: 30,
        sealingKey: door.sealingKey,
      })
    }
    if (door.refusal?.code && path.startsWith('/api/sync/')) return answer(door.refusal.status, door.refusal)
    if (path === '/api/sync/sealed-work') {
      const [status, opened] = openSealedFor(uid, body, door)
      return answer(status, opened)
    }
    if (path === '/api/sync/push') return answer(200, await server.push(uid, body))
    if (path === '/api/sync/pull') return answer(200, await server.pull(uid, body))
    if (path === '/api/sync/start') {
      let text = ''
      const clientId = new URL(url, 'http://shop.example').searchParams.get('clientId')
      for await (const line of server.start(uid, clientId)) text += `${line.text}\n`
      return new Response(text)
    }
    if (path === '/api/sync/events') return new Response(new ReadableStream({ start: () => undefined }))
    return answer(404, { code: 'NOT_FOUND', message: 'Not found' })
  }
  return { server, door, fetch: (url: string, init: RequestInit = {}) => handle(url, init) }
}

type SealedDoor = Pick<ReturnType<typeof openDoor>, 'opensAll' | 'opensSealed' | 'refusesSealed'>

function openSealedFor(
  uid: string,
  part: SealedPart,
  { opensSealed, opensAll, refusesSealed }: SealedDoor,
): [status: number, body: unknown] {
  if (!opensSealed) return [409, { code: 'SEALED_WORK_UNREADABLE', message: 'Locked for another shop.' }]
  if (!sealedPartSchema.safeParse(part).success) return [400, { code: 'INVALID_INPUT', message: 'Too long.' }]
  const text = openSealedPart(part)
  if (refusesSealed && text.includes(refusesSealed.text))
    return [refusesSealed.status, { code: refusesSealed.code, message: 'The server does not take this part.' }]
  return opensAll || JSON.parse(text).uid === uid ? [200, { text }] : [403, { code: 'FORBIDDEN', message: 'Not yours' }]
}
