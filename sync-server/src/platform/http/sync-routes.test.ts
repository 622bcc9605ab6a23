import { gunzipSync } from 'node:zlib'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { FrameReader, START_FRAMES_TYPE } from '@shop/shared/kernel/frames.ts'
import { MAX_EVENT_STREAMS, MAX_PUSH_BYTES, MAX_PUSH_COMMANDS } from '@shop/shared/kernel/limits.ts'
import { unpackPage } from '@shop/shared/kernel/packed-page.ts'
import { pullResponseSchema, pushResponseSchema } from '@shop/shared/kernel/wire.ts'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { Platform } from '../platform.ts'
import { openShop, TestClient } from '../testing/client.ts'
import { addItem, admin, freshId, queued } from '../testing/commands.ts'
import { forEachDatabase } from '../testing/databases.ts'
import { syncRoutes } from './sync-routes.ts'

function serve(platform: Platform): Hono {
  const app = new Hono()
  app.route(
    '/api/sync',
    syncRoutes(platform, async (request) => (request.headers.get('authorization') === 'Bearer right' ? admin : null)),
  )
  app.onError((error, c) => {
    if (!(error instanceof Refusal)) throw error
    return c.json({ code: error.code, message: error.message, fields: error.fields }, error.status)
  })
  return app
}

const headers = { authorization: 'Bearer right', 'content-type': 'application/json' }

const rowsOf = (line: string) => [line.split('\t')[0], unpackPage(line.split('\t')[1] ?? '')]

forEachDatabase('the sync routes', (open) => {
  it('push, pull and start a first sync', async () => {
    const platform = await openShop(open)
    const app = serve(platform)
    const post = (path: string, body: unknown) => app.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
    const clientId = freshId()
    const command = queued(addItem, { id: freshId() })
    const pushed = await post('/api/sync/push', { clientId: clientId.toUpperCase(), protocol: 1, commands: [command] })
    expect(pushResponseSchema.parse(await pushed.json()).results).toEqual([{ id: command.id, status: 'done' }])

    const started = await app.request('/api/sync/start?protocol=1', { headers: { ...headers, 'accept-encoding': 'br, gzip' } })
    expect(started.headers.get('content-encoding')).toBe('gzip')
    const text = gunzipSync(Buffer.from(await started.arrayBuffer())).toString()
    expect(text.endsWith('\nend\n')).toBe(true)
    const framed = await app.request(`/api/sync/start?protocol=1&clientId=${clientId}`, {
      headers: { ...headers, accept: START_FRAMES_TYPE, 'accept-encoding': 'br, gzip' },
    })
    expect(Object.fromEntries(framed.headers)).toMatchObject({
      'content-type': START_FRAMES_TYPE,
      'cache-control': 'no-store',
      vary: 'accept, accept-encoding',
    })
    expect(framed.headers.has('content-encoding')).toBe(false)
    const frames = new FrameReader()
    const lines = frames.take(new Uint8Array(await framed.arrayBuffer())).map((gzip) => gunzipSync(gzip).toString())
    expect(frames.isBetweenFrames).toBe(true)
    expect(lines.slice(1, -1).map(rowsOf)).toEqual(text.split('\n').slice(1, -2).map(rowsOf))
    expect(pullResponseSchema.parse(JSON.parse(lines.at(-1)?.replace('end\t', '') ?? ''))).toMatchObject({
      kind: 'changes',
      more: false,
      results: [{ id: command.id, status: 'done' }],
    })
    // the request of an earlier release of the app
    const plain = await app.request('/api/sync/start?protocol=1&pages=columns', { headers })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect((await plain.text()).split('\n').slice(1)).toEqual(text.split('\n').slice(1))

    const { cursor } = JSON.parse(text.split('\n')[0] as string) as { cursor: string }
    const pulled = pullResponseSchema.parse(
      await (await post('/api/sync/pull', { clientId, protocol: 1, cursor, everyResult: true })).json(),
    )
    expect(pulled).toMatchObject({ kind: 'changes', more: false, results: [{ id: command.id, status: 'done' }] })
  })

  it('refuse strangers, invalid envelopes and large bodies, and store nothing of them', async () => {
    const platform = await openShop(open)
    const app = serve(platform)
    const good = { clientId: freshId(), protocol: 1, commands: [queued(addItem, { id: freshId() })] }
    const answer = async (body: string | ReadableStream, path = 'push') => {
      const response = await app.request(`/api/sync/${path}`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
      return { status: response.status, ...((await response.json()) as { code: string; fields?: Record<string, string> }) }
    }
    for (const path of ['push', 'pull']) expect((await app.request(`/api/sync/${path}`, { method: 'POST', body: '{}' })).status).toBe(401)
    for (const path of ['start?protocol=1', 'events']) expect((await app.request(`/api/sync/${path}`)).status).toBe(401)

    expect(await answer('{"clientId":')).toMatchObject({ status: 400, code: 'INVALID' })
    expect(await answer('"text"')).toMatchObject({ status: 400, code: 'INVALID' })
    expect(Object.keys((await answer(JSON.stringify({ ...good, clientId: 'x' }))).fields ?? {})).toEqual(['clientId'])
    expect(Object.keys((await answer(JSON.stringify({ ...good, commands: [{ ...good.commands[0], at: 'now' }] }))).fields ?? {})).toEqual([
      'commands.0.at',
    ])
    expect(await answer(JSON.stringify({ ...good, commands: [] }))).toMatchObject({ status: 400, code: 'INVALID' })
    const noList = await answer(JSON.stringify({ ...good, commands: 'x'.repeat(MAX_PUSH_COMMANDS + 1) }))
    expect([noList.status, Object.keys(noList.fields ?? {})]).toEqual([400, ['commands']])
    expect(await answer('{}', 'pull')).toMatchObject({ status: 400, code: 'INVALID' })
    expect((await app.request('/api/sync/start', { headers })).status).toBe(400)
    expect((await app.request('/api/sync/start?protocol=99', { headers })).status).toBe(409)
    expect((await app.request('/api/sync/start?protocol=1&clientId=me', { headers })).status).toBe(400)
    expect(await answer(JSON.stringify({ ...good, commands: [queued({ name: 'test.later', version: 1 }, {})] }))).toMatchObject({
      status: 409,
      code: 'COMMAND_UNKNOWN',
    })

    const many = { ...good, commands: Array.from({ length: MAX_PUSH_COMMANDS + 1 }, () => queued(addItem, { id: freshId() })) }
    expect(await answer(JSON.stringify(many))).toMatchObject({ status: 413, code: 'TOO_LARGE' })
    expect(await answer(' '.repeat(MAX_PUSH_BYTES + 1))).toMatchObject({ status: 413, code: 'TOO_LARGE' })
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(32))
      },
    })
    expect(await answer(endless)).toMatchObject({ status: 413, code: 'TOO_LARGE' })
    expect(sent).toBeLessThan(2 * MAX_PUSH_BYTES)
    const office = new TestClient(platform, admin)
    await office.start()
    expect(office.rows.get('items')).toBeUndefined()
  })

  it('refuse only a command without arguments, and run the other commands of its batch', async () => {
    const platform = await openShop(open)
    const app = serve(platform)
    const [first, last] = [queued(addItem, { id: freshId() }), queued(addItem, { id: freshId() })]
    const { args: _none, ...poisoned } = queued(addItem, {})
    const body = JSON.stringify({ clientId: freshId(), protocol: 1, commands: [first, poisoned, last] })
    for (let time = 0; time < 2; time++) {
      const answer = await app.request('/api/sync/push', { method: 'POST', headers, body })
      const { results } = pushResponseSchema.parse(await answer.json())
      expect(results.map(({ status, code }) => code ?? status)).toEqual(['done', 'INVALID', 'done'])
    }
  })

  it('limit the event streams of one person, and open another stream when one ends', async () => {
    const platform = await openShop(open)
    const app = serve(platform)
    const listen = async () => app.request('/api/sync/events', { headers })
    const streams = await Promise.all(Array.from({ length: MAX_EVENT_STREAMS }, listen))
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await app.request('/api/sync/events', { method: 'HEAD', headers })).status).toBe(200)
    const refused = await listen()
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, 'TOO_MANY_STREAMS'])
    await streams[0]?.body?.cancel()
    expect(platform.events.size).toBe(MAX_EVENT_STREAMS - 1)
    const another = await listen()
    expect(another.status).toBe(200)
    for (const { body } of [...streams.slice(1), another]) await body?.cancel()
    expect(platform.events.size).toBe(0)
  })

  it('poke over an event stream until the server stops', async () => {
    const platform = await openShop(open)
    const clientId = freshId()
    const response = await serve(platform).request(`/api/sync/events?clientId=${clientId}`, { headers })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const next = async () => new TextDecoder().decode((await reader.read()).value)
    expect(await next()).toContain('event: hello')
    await expect.poll(() => platform.events.size).toBe(1)
    await new TestClient(platform, admin).push(queued(addItem, { id: freshId() }))
    expect(await next()).toBe('event: poke\ndata: {}\n\n')
    const closing = platform.close()
    expect(await next()).toBe('')
    await closing
  })
})
