import type { AddressInfo, Server } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A letter as the server received it. */
export type Received = {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
  readonly mail: Email
  readonly isSecure: boolean
}

/** The decision about a recipient. Undefined accepts the recipient; a code and a sentence refuse them. */
export type Verdict = { readonly code: number; readonly sentence: string } | undefined

/** A real mail server on this machine. */
export type MailServer = {
  readonly url: string
  readonly port: number
  readonly received: Received[]
  close(): Promise<void>
}

/** Starts a mail server. `judge` decides about each recipient; `n` numbers them from 1 in the order of their arrival. */
export async function startMailServer(
  options: SMTPServerOptions & { judge?: (to: string, n: number) => Verdict | Promise<Verdict>; port?: number } = {},
): Promise<MailServer> {
  const { judge = () => undefined, port = 0, ...rest } = options
  const received: Received[] = []
  let asked = 0
  const server = new SMTPServer({
    authOptional: true,
    // a test's clients may still have open connections when it ends
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      void Promise.resolve(judge(address, ++asked)).then((verdict) => {
        if (!verdict) return callback()
        callback(Object.assign(new Error(verdict.sentence), { responseCode: verdict.code }))
      })
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      const keep = async () => {
        const raw = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: raw.toString('latin1'),
          mail: await PostalMime.parse(raw),
          isSecure: session.secure,
        })
      }
      stream.on('end', () => {
        keep().then(
          () => callback(null, 'queued'),
          (error: Error) => callback(error),
        )
      })
    },
    ...rest,
  })
  // tests check the client, so this server ignores errors of the connection
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = (server.server as Server).address() as AddressInfo
  let closed: Promise<void> | undefined
  const close = () => (closed ??= new Promise<void>((resolve) => server.close(resolve)))
  try {
    onTestFinished(close)
  } catch {
    // outside a test, the caller closes the server
  }
  return { url: `smtp://127.0.0.1:${address.port}`, port: address.port, received, close }
}
