import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { calls } from '@shop/shared/calls.ts'
import { MAX_BODY_BYTES, MAX_PUSH_BYTES } from '@shop/shared/kernel/limits.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../../platform/kernel/log.ts'
import { openPlatform } from '../../platform/platform.ts'
import { freshDatabase } from '../../platform/testing/databases.ts'
import { tables } from '../tables.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, testShop } from '../testing/shop.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts'

/** Opens a shop with these limits and answers its port. */
async function listeningShop(limits: Partial<ConnectionLimits>, environment: Record<string, string> = {}): Promise<number> {
  const platform = await openPlatform({ tables, log: silentLog, runJobs: false, database: await freshDatabase('pglite') })
  const shop = await testShop(platform, { ...OPENED, PORT: '0', HOST: '127.0.0.1', ...environment }, { connectionLimits: limits })
  const port = Number(new URL(await shop.server.listen()).port)
  onTestFinished(() => shop.server.close())
  return port
}

/** A connection of a test, with all bytes that it received. */
class Wire {
  text = ''
  readonly ended: Promise<unknown>
  readonly answered: Promise<unknown>
  private constructor(readonly socket: Socket) {
    socket.on('data', (bytes) => (this.text += bytes.toString('latin1')))
    socket.on('error', () => {})
    this.ended = new Promise((resolve) => socket.once('close', resolve))
    this.answered = new Promise<void>((resolve) => socket.on('data', () => this.text.includes('"ok"') && resolve()))
  }
  static async open(port: number): Promise<Wire> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    onTestFinished(() => void socket.destroy())
    return new Wire(socket)
  }
  /** Sends bytes again and again until the server hangs up. */
  async drip(bytes: string, everyMs: number): Promise<void> {
    const timer = setInterval(() => this.socket.write(bytes), everyMs)
    await this.ended
    clearInterval(timer)
  }
}

/** Sends a request on a new connection, and waits for the answer or the end of the connection. */
async function isServed(port: number): Promise<Wire> {
  const wire = await Wire.open(port)
  wire.socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await Promise.race([wire.ended, wire.answered])
  return wire
}

const HEAD = 'POST /api/identity/sign-in/email HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
const lives = async (port: number) => expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)

describe('a client that is slow on purpose', () => {
  it('is cut off when its body stops', async () => {
    const port = await listeningShop({ bodySilenceMs: 150, lookMs: 20 })
    const wire = await Wire.open(port)
    wire.socket.write(`${HEAD}Content-Length: 1000\r\n\r\n{"email":`)
    await wire.ended
    expect(wire.text).toMatch(/^HTTP\/1\.1 408 .*connection: close.*"code":"TOO_SLOW"/s)
    const chunked = await Wire.open(port)
    chunked.socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"ema\r\n`)
    await chunked.ended
    expect(chunked.text).toMatch(/^HTTP\/1\.1 408 /)
    await lives(port)
  })

  it('is cut off when its body comes more slowly than allowed', async () => {
    const port = await listeningShop({ bodySpanMs: 300, bodyBytesPerSecond: 2_000, lookMs: 20 })
    const wire = await Wire.open(port)
    wire.socket.write(`${HEAD}Content-Length: 10000\r\n\r\n{"email":"`)
    await wire.drip('x', 10)
    expect(wire.text).toMatch(/^HTTP\/1\.1 408 /)
    await lives(port)
  })

  it('is cut off when the headers of its first or a later request do not end', async () => {
    const port = await listeningShop({ headersMs: 150, lookMs: 20 })
    const wire = await Wire.open(port)
    wire.socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n')
    await wire.drip('X: y\r\n', 20)
    expect(wire.text).toMatch(/^HTTP\/1\.1 408 /)
    const second = await Wire.open(port)
    second.socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(() => second.text).toContain('"ok"')
    second.socket.write('GET /api/health HTTP/1.1\r\n')
    await second.drip('X: y\r\n', 20)
    expect(second.text).toMatch(/200 OK.*408 /s)
    await lives(port)
  })

  it('is cut off when it does not read its answer, and so makes room for others', async () => {
    const port = await listeningShop({ stallMs: 200, perNetwork: 1 })
    const wire = await Wire.open(port)
    wire.socket.pause()
    // many times the size of the buffers on both sides
    wire.socket.write('GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(200))
    await expect.poll(async () => (await isServed(port)).text, { timeout: 20_000 }).toContain('"ok"')
    expect(wire.socket.bytesRead).toBeLessThan(50_000_000)
  })
})

describe('a client that is slow because of its network', () => {
  it('is not cut off while its body comes fast enough', async () => {
    const port = await listeningShop({ bodySilenceMs: 10_000, bodySpanMs: 300, bodyBytesPerSecond: 5, lookMs: 20 })
    const body = JSON.stringify({ email: ADMIN_EMAIL, password: PASSWORD })
    const wire = await Wire.open(port)
    wire.socket.write(`${HEAD}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`)
    for (const letter of body) {
      wire.socket.write(letter)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await wire.ended
    expect(wire.text).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('has time for the largest body at the lowest allowed speed', () => {
    const sizes = calls.map(({ multipart, maxBodyBytes = MAX_BODY_BYTES }) =>
      Object.values(multipart?.files ?? {}).reduce((sum, { maxBytes }) => sum + maxBytes, maxBodyBytes),
    )
    const slowestMs = (Math.max(MAX_PUSH_BYTES, ...sizes) / CONNECTION_LIMITS.bodyBytesPerSecond) * 1_000
    expect(CONNECTION_LIMITS.requestMs).toBeGreaterThan(slowestMs)
    expect(CONNECTION_LIMITS).toMatchObject({ headersMs: 10_000, bodySilenceMs: 10_000, bodySpanMs: 30_000, bodyBytesPerSecond: 2_000 })
  })
})

describe('the connections of one network', () => {
  it('are limited, and a connection that ends makes room', async () => {
    const port = await listeningShop({ perNetwork: 3 })
    const wires = [await isServed(port), await isServed(port), await isServed(port)]
    const refused = await isServed(port)
    expect([refused.text, refused.socket.destroyed]).toEqual(['', true])
    wires[0]?.socket.destroy()
    await expect.poll(async () => (await isServed(port)).text).toContain('"ok"')
  })

  it('are not limited behind a proxy, which serves many people and counts connections itself', async () => {
    const port = await listeningShop({ perNetwork: 3 }, { TRUST_PROXY: 'true' })
    for (let n = 0; n < 10; n++) expect((await isServed(port)).text).toContain('"ok"')
  })

  it('are limited for a client that reaches the server past its proxy', async () => {
    const port = await listeningShop({ perNetwork: 1 }, { TRUST_PROXY: '203.0.113.0/24' })
    expect([(await isServed(port)).text !== '', (await isServed(port)).text]).toEqual([true, ''])
  })
})
