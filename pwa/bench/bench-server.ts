import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { frameOf, START_FRAMES_TYPE } from '@shop/shared/kernel/frames.ts'
import type { PullResponse } from '@shop/shared/kernel/wire.ts'
import { startLines } from './goods.ts'

export const PAGE_HTML =
  '<!doctype html><meta charset="utf-8"><title>bench</title><link rel="icon" href="data:,"><script type="module" src="/bench/page.js"></script>'

// with these headers the browser's clock ticks every 5 µs instead of every 100 µs
const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }

const nothingNew = (): PullResponse => ({
  kind: 'changes',
  cursor: 'bench',
  changes: {},
  results: [],
  more: false,
  serverNowMs: Date.now(),
})

/** Serves the bench's page, and below `/rows-N` the start stream, pulls and events of a shop with N items and no changes. The start stream is
 *  compressed in advance, as in the real server's cache. */
export class BenchServer {
  private readonly starts = new Map<number, { readonly framed: Buffer; readonly whole: Buffer }>()
  private readonly server = createServer((request, response) => this.answer(request, response))

  private constructor(
    private readonly script: string,
    sizes: readonly number[],
  ) {
    for (const size of sizes) {
      const lines = startLines(size)
      const news = `end\t${JSON.stringify(nothingNew())}`
      const framed = Buffer.concat([...lines.slice(0, -1), news].map((line) => frameOf(gzipSync(line, { level: 6 }))))
      this.starts.set(size, { framed, whole: gzipSync(`${lines.join('\n')}\n`, { level: 6 }) })
    }
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
    else if (route === 'start' && start) {
      // frames for the engine, as the real server sends them; plain gzip for the baselines, which accept any type
      if (request.headers.accept === START_FRAMES_TYPE) response.writeHead(200, { 'content-type': START_FRAMES_TYPE }).end(start.framed)
      else response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'content-encoding': 'gzip' }).end(start.whole)
    } else if (route === 'pull') response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(nothingNew()))
    else if (route === 'events') response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n')
    else response.writeHead(404).end()
  }
}
