import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { AwsClient } from 'aws4fetch'
import { describe, expect, it, onTestFinished } from 'vitest'
import { withinTime } from './within-time.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Starts a server that never answers at /hangs, and elsewhere never ends its answer. */
async function startSlowServer(): Promise<string> {
  const server = createServer(({ url }, answer) => {
    if (url !== '/hangs') answer.writeHead(200).write('{')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('a time limit for another server', () => {
  const client = new AwsClient({ accessKeyId: 'id', secretAccessKey: 'secret', region: 'eu-test-1', service: 's3', retries: 2 })
  it.each([
    ['a request', '/hangs', fetch],
    ['an answer', '/stalls', fetch],
    ['a signed request', '/hangs', client.fetch.bind(client)],
    ['the answer to a signed request', '/stalls', client.fetch.bind(client)],
  ])('ends %s although the garbage collector runs meanwhile', async (_, path, ask) => {
    const url = `${await startSlowServer()}${path}`
    const collecting = setInterval(collectGarbage, 20)
    onTestFinished(() => clearInterval(collecting))
    await expect(withinTime(500, async (signal) => (await ask(url, { signal })).text())).rejects.toThrow('took too long')
  })

  it('passes on the answer and the error of a request that ends in time', async () => {
    expect(await withinTime(60_000, async () => 'an answer')).toBe('an answer')
    await expect(
      withinTime(60_000, async () => {
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
  })
})
