import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy to a database that a test can cut, silence and restore. */
export class Wire {
  private server: Server | undefined
  private readonly sockets = new Set<Socket>()
  private silent = false
  private port = 0

  constructor(private readonly to: URL) {}

  get url(): string {
    const near = new URL(this.to)
    near.hostname = '127.0.0.1'
    near.port = String(this.port)
    return near.href
  }

  async mend(): Promise<void> {
    this.silent = false
    this.server = createServer((near) => {
      const far = connect(Number(this.to.port || 5432), this.to.hostname)
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.add(socket)
        socket.on('error', () => {})
        socket.on('close', () => other.destroy())
        socket.on('data', (chunk) => this.silent || other.write(chunk))
      }
    }).listen(this.port, '127.0.0.1')
    await once(this.server, 'listening')
    this.port = (this.server.address() as AddressInfo).port
  }

  /** Drops all data from now on, and keeps the connections open. */
  silence(): void {
    this.silent = true
  }

  async cut(): Promise<void> {
    const closed = this.server && once(this.server, 'close')
    this.server?.close()
    for (const socket of this.sockets) socket.destroy()
    this.sockets.clear()
    await closed
  }
}
