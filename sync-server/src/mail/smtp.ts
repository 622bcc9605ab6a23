import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'

const CONNECT_MS = 10_000
/** Milliseconds of silence of the mail server after which an attempt is given up. */
const SILENCE_MS = 30_000
/** Maximum milliseconds of an attempt. It is shorter than a job's lease, so that no other server sends the same mail at the same time. */
const ATTEMPT_MS = 90_000
/** Milliseconds for letters in progress to finish when the server stops. */
const STOP_MS = 1_500
const STOP_LOOK_MS = 20
const MAX_CONNECTIONS = 2
const MAX_ANSWER = 500

/** A mail that is ready to be sent. */
export type Letter = {
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly messageId: string
  readonly date: Date
  /** True for a mail that no person wrote. Its header tells auto-responders not to answer. */
  readonly isAutomatic: boolean
}

/** Thrown when the mail server does not accept a letter. `isFinal`: the mail server will never accept it. The message is for people and contains
 *  nothing of the letter. */
export class NotSent extends Error {
  override readonly name = 'NotSent'
  constructor(
    message: string,
    readonly isFinal: boolean,
  ) {
    super(message)
  }
}

/** The client of a mail server, with a few lasting connections. */
export type Smtp = {
  /** Sends a letter and answers the mail server's response. Throws NotSent. */
  send(letter: Letter): Promise<string>
  /** Gives pending letters a moment, then aborts them and closes the connections. */
  close(): Promise<void>
}

/** Opens the client of the mail server, which connects with the first letter. `attemptMs` is for tests. */
export function openSmtp(url: string, attemptMs = ATTEMPT_MS): Smtp {
  const stop = new AbortController()
  const silenceMs = Math.min(SILENCE_MS, attemptMs)
  const transport = createTransport({
    pool: true,
    url,
    maxConnections: MAX_CONNECTIONS,
    maxRequeues: 1,
    dnsTimeout: CONNECT_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    // a password is sent unencrypted only to this machine, or when the address allows it by `requireTLS` or `ignoreTLS`
    ...(needsTls(url) ? { requireTLS: true } : {}),
  })
  // a connection that breaks while idle is replaced for the next letter
  transport.on('error', () => {})
  let underWay = 0
  return {
    async send(letter) {
      const { isAutomatic, to, ...fields } = letter
      const deadline = AbortSignal.timeout(attemptMs)
      underWay++
      try {
        const { response } = await transport.sendMail({
          ...fields,
          to: { name: '', address: to },
          headers: isAutomatic ? { 'Auto-Submitted': 'auto-generated' } : {},
          signal: AbortSignal.any([deadline, stop.signal]),
        })
        return response.slice(0, MAX_ANSWER)
      } catch (error) {
        if (deadline.aborted) throw new NotSent('The mail server took too long.', false)
        if (stop.signal.aborted) throw new NotSent('The server stopped during this attempt.', false)
        throw notSent(error)
      } finally {
        underWay--
      }
    },
    async close() {
      const until = performance.now() + STOP_MS
      while (underWay > 0 && performance.now() < until) await sleep(STOP_LOOK_MS)
      stop.abort()
      transport.close()
    },
  }
}

function needsTls(address: string): boolean {
  const url = new URL(address)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return url.username !== '' && !isHere && !url.searchParams.has('requireTLS') && !url.searchParams.has('ignoreTLS')
}

/** Codes that refuse a letter for its size. Every other 5xx answer to the sender address concerns the shop, and so does 530, which requires a
 *  login. */
const TOO_LARGE_CODES: readonly number[] = [523, 552]
const SIGN_IN_FIRST = 530

/** Converts a failure. Only a 5xx refusal of the letter itself is final. The operator can fix problems of the connection or of the shop as a sender
 *  (login, TLS, sender address, quota), and then the mail is sent. */
function notSent(error: unknown): NotSent {
  const {
    code,
    command,
    responseCode = 500,
    response,
    message,
  } = error as { code?: string; command?: string; responseCode?: number; response?: string; message?: string }
  const said = (response ?? message ?? String(error)).slice(0, MAX_ANSWER)
  if (code === 'EAUTH') return new NotSent(`The mail server refused the login of the shop: ${said}`, false)
  const isOfShop = responseCode === SIGN_IN_FIRST || (command === 'MAIL FROM' && !TOO_LARGE_CODES.includes(responseCode))
  return new NotSent(said, (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500 && !isOfShop)
}
