import { once } from 'node:events'
import { type ClientRequest, createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A round-robin proxy, as in front of a shop. It skips a server that does not listen, and answers 502 for a server that breaks off. */
export class TakingTurns {
  private turn = 0
  private readonly server = createServer((incoming, outgoing) => void this.handOn(incoming, outgoing).catch(() => outgoing.destroy()))

  constructor(private readonly ports: readonly number[]) {}

  /** Starts to listen and answers the address. */
  async open(): Promise<string> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  close(): void {
    this.server.close()
    this.server.closeAllConnections()
  }

  private async handOn(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const first = this.turn++
    for (let nth = 0; nth < this.ports.length; nth++) {
      const port = this.ports[(first + nth) % this.ports.length] as number
      const answer = await answerOf(port, incoming, body)
      if (answer === 'not there') continue
      if (answer === 'broken') break
      outgoing.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers))
      outgoing.on('close', () => answer.destroy())
      // an answer that breaks off at the server breaks off here too
      answer.on('error', () => outgoing.destroy())
      answer.pipe(outgoing)
      return
    }
    outgoing.writeHead(502).end()
  }
}

const endToEnd = ({ connection: _connection, 'keep-alive': _keepAlive, ...headers }: IncomingHttpHeaders) => headers

function answerOf(port: number, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage | 'not there' | 'broken'> {
  const { method, url: path } = incoming
  return new Promise((resolve) => {
    const sent: ClientRequest = request({ port, host: '127.0.0.1', method, path, headers: endToEnd(incoming.headers), agent: false })
    sent.on('response', resolve)
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'not there' : 'broken'))
    sent.end(body)
  })
}
