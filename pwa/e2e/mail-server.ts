import type { AddressInfo, Server } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** Starts a local mail server. It refuses addresses that begin with `nobody@`, unless they are in `known`. */
export async function startMailServer() {
  const known = new Set<string>()
  const letters: { to: string[]; raw: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onRcptTo({ address }, _session, callback) {
      const isUnknown = address.startsWith('nobody@') && !known.has(address)
      callback(isUnknown ? Object.assign(new Error('No such user here'), { responseCode: 550 }) : null)
    },
    onData(stream, session, callback) {
      let raw = ''
      stream.setEncoding('latin1')
      stream.on('data', (chunk: string) => {
        raw += chunk
      })
      stream.on('end', () => {
        letters.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
        callback(null, 'queued')
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = (server.server as Server).address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, letters, known, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}
