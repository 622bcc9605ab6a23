import { createServer, type IncomingMessage, type Server as NodeServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync, gzipSync } from 'node:zlib'
import { getMeCall } from '@shop/shared/accounts/calls/own-user.ts'
import { defineCall } from '@shop/shared/kernel/define-call.ts'
import { frameOf, START_FRAMES_TYPE } from '@shop/shared/kernel/frames.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { attachLabelCall } from '@shop/shared/trades/calls/trades.ts'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { makeCall } from '../session/call.ts'
import { httpServer } from './http-server.ts'
import type { StartLine } from './ports.ts'

const servers: NodeServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Starts a server and answers its origin. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const sync = (origin: string, token: string | null = 't') => httpServer({ token: async () => token, origin })
const clientId = '01900000-0000-7000-8000-000000000001'
const pullBody = { clientId, protocol: PROTOCOL_VERSION, cursor: 'c' }
const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

describe('sync by HTTP', () => {
  it('pulls with the bearer token, and only with one', async () => {
    let seen = ''
    const origin = await listen((request, response) => {
      seen = `${request.method} ${request.url} ${request.headers.authorization}`
      json(200, { kind: 'changes', cursor: 'd', changes: {}, results: [], more: false, serverNowMs: 5 })(request, response)
    })
    expect(await sync(origin).pull(pullBody)).toMatchObject({ cursor: 'd' })
    expect(seen).toBe('POST /api/sync/pull Bearer t')
    await expect(sync(origin, null).pull(pullBody)).rejects.toMatchObject({ kind: 'signedOut' })
  })

  it('gives each request an id of its own, and a failure names the id of its request', async () => {
    const ids: unknown[] = []
    const origin = await listen((request, response) => {
      ids.push(request.headers['x-request-id'])
      json(503, { code: 'UNAVAILABLE', message: 'm' })(request, response)
    })
    const named: unknown[] = []
    for (let count = 0; count < 2; count++)
      await sync(origin)
        .pull(pullBody)
        .catch((problem) => named.push(problem.details.requestId))
    await makeCall(getMeCall, {}, { token: 't', origin }).catch(() => undefined)
    expect(ids.slice(0, 2)).toEqual(named)
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('tells a refusal, an outage and no answer apart, and takes a stranger’s page for no answer', async () => {
    const kindOf = async (answer: RequestListener) =>
      sync(await listen(answer))
        .pull(pullBody)
        .catch((problem) => [problem.kind, problem.details.code])
    expect(await kindOf(json(401, { code: 'SIGN_IN_REQUIRED', message: 'Please sign in.' }))).toEqual(['signedOut', 'SIGN_IN_REQUIRED'])
    expect(await kindOf(json(409, { code: 'COMMAND_UNKNOWN', message: 'm' }))).toEqual(['refused', 'COMMAND_UNKNOWN'])
    expect(await kindOf(json(503, { code: 'UNAVAILABLE', message: 'm' }))).toEqual(['broken', 'UNAVAILABLE'])
    expect(await kindOf(json(200, { kind: 'something else' }))).toEqual(['broken', undefined])
    expect(await kindOf((_request, response) => void response.writeHead(200).end('<html>Welcome to the hotel</html>'))).toEqual([
      'offline',
      undefined,
    ])
    expect(await kindOf((_request, response) => void response.writeHead(502).end('<html>Bad gateway</html>'))).toEqual([
      'offline',
      undefined,
    ])
    expect(await kindOf((request) => void request.socket.destroy())).toEqual(['offline', undefined])
    const limited = sync(await listen(json(429, { code: 'TOO_MANY_REQUESTS', message: 'm' }, { 'retry-after': '7' })))
    await expect(limited.pull(pullBody)).rejects.toMatchObject({ kind: 'broken', details: { retryAfterMs: 7_000 } })
  })

  it('reads the lines of a first sync even if they arrive byte by byte', async () => {
    const lines = ['{"header":1}', 'notes\t[{"id":"ä€😀"}]', 'end']
    const send = async (response: ServerResponse) => {
      const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`)
      for (const byte of bytes) {
        response.write(Uint8Array.of(byte))
        if (byte % 7 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      response.end()
    }
    const origin = await listen((_request, response) => void send(response))
    const seen: StartLine[] = []
    for await (const line of sync(origin).start(null)) seen.push(line)
    expect(seen).toEqual(lines.map((text) => ({ text })))
  })

  it('asks for frames, names its client to get the changes made during the stream, and yields each line together with its gzip', async () => {
    const lines = [
      '{"header":1}',
      ...Array.from({ length: 30 }, (_, n) => `notes\t{"n":${Math.sin(n)},"text":"${'ä€😀'.repeat(n)}"}`),
      'end',
    ]
    let asked: unknown[] = []
    const origin = await listen((request, response) => {
      asked = [request.url, request.headers.accept]
      const body = Buffer.concat(lines.map((line) => frameOf(gzipSync(line))))
      response.writeHead(200, { 'content-type': START_FRAMES_TYPE })
      for (let from = 0; from < body.length; from += 997) response.write(body.subarray(from, from + 997))
      response.end()
    })
    const seen: StartLine[] = []
    for await (const line of sync(origin).start(clientId)) seen.push(line)
    expect(asked).toEqual([`/api/sync/start?protocol=${PROTOCOL_VERSION}&clientId=${clientId}`, START_FRAMES_TYPE])
    expect(seen.map(({ text }) => text)).toEqual(lines)
    expect(seen.map(({ gzip }) => gunzipSync(gzip ?? Buffer.alloc(0)).toString())).toEqual(lines)
  })

  it('reports frames that are cut off or malformed', async () => {
    const whole = frameOf(gzipSync('first\n'.repeat(1_000)))
    const bodies = [whole.subarray(0, -8), whole.subarray(0, 3), frameOf(gzipSync('first').subarray(0, -8)), frameOf(Buffer.from('first'))]
    for (const body of bodies) {
      const origin = await listen((_request, response) => void response.writeHead(200, { 'content-type': START_FRAMES_TYPE }).end(body))
      const reading = (async () => {
        for await (const _line of sync(origin).start(null));
      })()
      await expect(reading).rejects.toMatchObject({ kind: 'offline' })
    }
  })

  it('reports a stream that breaks off', async () => {
    let breakOff = () => {}
    const origin = await listen((_request, response) => {
      response.write('first\n')
      breakOff = () => response.destroy()
    })
    const seen: string[] = []
    const reading = (async () => {
      for await (const { text } of sync(origin).start(null)) {
        seen.push(text)
        breakOff()
      }
    })()
    await expect(reading).rejects.toMatchObject({ kind: 'offline' })
    expect(seen).toEqual(['first'])
  })

  it('receives pokes but not heartbeats, until it is stopped', async () => {
    const origin = await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: hello\ndata: {}\n\n: heartbeat\n\nevent: poke\ndata: 1\n\n: heartbeat\n\nevent: poke\ndata: 2\n\n')
    })
    const stop = new AbortController()
    let pokes = 0
    let isOpen = false
    const listening = sync(origin).events(
      {
        onOpen: () => (isOpen = true),
        onPoke: () => {
          pokes += 1
          if (pokes === 2) stop.abort()
        },
      },
      stop.signal,
    )
    await listening.catch(() => undefined)
    expect([isOpen, pokes]).toEqual([true, 2])
  })
})

describe('a call', () => {
  const rename = defineCall({
    name: 'test.rename',
    method: 'PUT',
    path: '/things/{id}/of/{owner}',
    access: 'user',
    summary: 'Renames.',
    params: z.object({ id: z.string(), owner: z.string() }),
    query: z.object({ q: z.optional(z.string()), n: z.number() }),
    body: z.object({ name: z.string() }),
    output: z.object({ name: z.string() }),
  })
  const input = { params: { id: 'a/b', owner: 'ü' }, query: { q: undefined, n: 2 }, body: { name: 'x' } }

  it('is sent as its declaration says', async () => {
    let seen = ''
    const note = async (request: IncomingMessage, response: ServerResponse) => {
      let body = ''
      for await (const chunk of request) body += chunk
      seen = `${request.method} ${request.url} ${body} ${request.headers.authorization}`
      json(200, { name: 'x', more: true })(request, response as never)
    }
    const origin = await listen((request, response) => void note(request, response))
    expect(await makeCall(rename, input, { token: 't', origin })).toEqual({ name: 'x' })
    expect(seen).toBe('PUT /api/things/a%2Fb/of/%C3%BC?n=2 {"name":"x"} Bearer t')
  })

  it('has no time-out', async () => {
    const origin = await listen(json(200, { name: 'x' }))
    let sent: RequestInit | undefined
    const noting: typeof fetch = (url, init) => {
      sent = init
      return fetch(url, init)
    }
    await makeCall(rename, input, { token: 't', origin, fetch: noting })
    expect([sent?.method, sent?.signal]).toEqual(['PUT', undefined])
  })

  it('sends a form when it uploads a file', async () => {
    let seen = ''
    const note = async (request: IncomingMessage, response: ServerResponse) => {
      let body = ''
      for await (const chunk of request) body += chunk
      seen = [request.headers['content-type'], request.headers.authorization, body].join('\n')
      json(200, { message: 'x' })(request, response as never)
    }
    const origin = await listen((request, response) => void note(request, response))
    const labelFile = new File(['%PDF-'], 'label.pdf', { type: 'application/pdf' })
    const body = { trackingNumber: '1Z', carrier: 'UPS' as const, labelFile }
    await makeCall(attachLabelCall, { params: { id: 'a' }, body }, { token: 't', origin })
    expect(seen).toMatch(/^multipart\/form-data; boundary=.+\nBearer t\n/)
    for (const part of ['name="trackingNumber"\r\n\r\n1Z\r\n', 'name="carrier"\r\n\r\nUPS\r\n', 'name="labelFile"; filename="label.pdf"'])
      expect(seen).toContain(part)
  })

  it('rejects with the server’s refusal, or says that nobody answered', async () => {
    const refusing = await listen(json(409, { code: 'TAKEN', message: 'Taken.', fields: { name: 'Taken.' } }))
    await expect(makeCall(rename, input, { token: 't', origin: refusing })).rejects.toMatchObject({
      code: 'TAKEN',
      status: 409,
      fields: { name: 'Taken.' },
    })
    const gone = await listen((request) => void request.socket.destroy())
    await expect(makeCall(rename, input, { token: 't', origin: gone })).rejects.toMatchObject({ code: 'OFFLINE' })
    const proxy = await listen((_request, response) => void response.writeHead(502).end('Bad gateway'))
    await expect(makeCall(rename, input, { token: 't', origin: proxy })).rejects.toMatchObject({ code: 'OFFLINE' })
    const wall = await listen((_request, response) => void response.writeHead(403).end('<h1>Blocked</h1>'))
    await expect(makeCall(rename, input, { token: 't', origin: wall })).rejects.toMatchObject({ code: 'NO_WORDS' })
    const bare = await listen((_request, response) => void response.writeHead(401).end())
    await expect(makeCall(getMeCall, {}, { token: 't', origin: bare })).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED', status: 401 })
  })
})
