import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type Answerer = (response: ServerResponse, request: IncomingMessage) => void

/** Web server on this machine that serves pictures. */
export type PictureServer = {
  readonly origin: string
  /** Paths in the order of their requests. */
  readonly asked: string[]
  /** Peak number of concurrent requests. */
  readonly mostAtOnce: () => number
  /** Sets the answer of a path: bytes, or a function. */
  set(path: string, answer: Uint8Array | Answerer, type?: string): void
}

export async function startPictureServer(): Promise<PictureServer> {
  const answers = new Map<string, Answerer>()
  const asked: string[] = []
  let underWay = 0
  let most = 0
  const server: Server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    most = Math.max(most, ++underWay)
    response.on('close', () => underWay--)
    const answer = answers.get(path)
    if (answer) answer(response, request)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    mostAtOnce: () => most,
    set: (path, answer, type = 'image/jpeg') =>
      answers.set(
        path,
        typeof answer === 'function'
          ? answer
          : (response) => response.writeHead(200, { 'content-type': type, 'content-length': answer.length }).end(answer),
      ),
  }
}
