import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { START_STREAM_TYPE } from '@shop/shared/kernel/packed-page.ts'
import type { PullResponse } from '@shop/shared/kernel/wire.ts'
import { startText } from './goods.ts'

export const PAGE_HTML =
  '<!doctype html><meta charset="utf-8"><title>bench</title><link rel="icon" href="data:,"><script type="module" src="/bench/page.js"></script>'

// with these two the browser's clock ticks every 5 µs instead of every 100
const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }

/** Serves the bench's page, and below `/rows-N` the sync routes of a shop with N items and no news: the start stream compressed beforehand, as the real
 *  server keeps it. */
export class BenchServer {
  private readonly starts = new Map<number, Buffer>()
  private readonly server = createServer((request, response) => this.answer(request, response))

  private constructor(
    private readonly script: string,
    sizes: readonly number[],
  ) {
    for (const size of sizes) this.starts.set(size, gzipSync(startText(size), { level: 6 }))
  }

  static async listen(script: string, sizes: readonly number[]): Promise<BenchServer> {
    const server = new BenchServer(script, sizes)
    await new Promise<void>((resolve) => server.server.listen(0, '127.0.0.1', resolve))
    return server
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/'
    const [, size, route] = /^\/rows-(\d+)\/api\/sync\/(\w+)/.exec(path) ?? []
    const start = this.starts.get(Number(size))
    if (path === '/bench/') response.writeHead(200, { ...ISOLATED, 'content-type': 'text/html' }).end(PAGE_HTML)
    else if (path === '/bench/page.js') response.writeHead(200, { ...ISOLATED, 'content-type': 'text/javascript' }).end(this.script)
    else if (route === 'start' && start)
      // to the engine as the real server does; to the baselines, which ask for no form, as a server commonly compresses
      response
        .writeHead(
          200,
          /pages=columns/.test(path)
            ? { 'content-type': START_STREAM_TYPE }
            : { 'content-type': 'text/plain; charset=utf-8', 'content-encoding': 'gzip' },
        )
        .end(start)
    else if (route === 'pull') {
      const nothing: PullResponse = { kind: 'changes', cursor: 'bench', changes: {}, results: [], more: false, serverNowMs: Date.now() }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(nothing))
    } else if (route === 'events') response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n')
    else response.writeHead(404).end()
  }
}
