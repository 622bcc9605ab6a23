import { createTransport } from 'nodemailer'

const CONNECT_MS = 10_000
/** A mail server that is silent for this long is given up for this attempt. */
const SILENCE_MS = 30_000
/** So is one that talks, but does not come to an end. Less than the lease of a job: nobody else may send the same mail meanwhile. */
const ATTEMPT_MS = 90_000
const MAX_CONNECTIONS = 2
const MAX_ANSWER = 500

/** A mail ready to go. */
export type Letter = {
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly messageId: string
  readonly date: Date
  /** Whether a machine wrote it: other machines do not answer such a mail. */
  readonly isAutomatic: boolean
}

/** The mail server did not take a letter. `isFinal`: it will not take it later either. The message is for people, and holds nothing of the letter. */
export class NotSent extends Error {
  override readonly name = 'NotSent'
  constructor(
    message: string,
    readonly isFinal: boolean,
  ) {
    super(message)
  }
}

/** A mail server, spoken to over few lasting connections. */
export type Smtp = {
  /** Answers what the mail server said when it took the letter. Throws NotSent. */
  send(letter: Letter): Promise<string>
  /** Ends what is under way and closes the connections. */
  close(): void
}

/** Opens nothing yet: the first letter does. `attemptMs` is for tests. */
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
    // a password never travels in the open, except to this machine; the address can say `?requireTLS=false`
    ...(needsTls(url) ? { requireTLS: true } : {}),
  })
  // a connection that breaks while idle is opened anew by the next letter
  transport.on('error', () => {})
  return {
    async send(letter) {
      const { isAutomatic, to, ...fields } = letter
      const deadline = AbortSignal.timeout(attemptMs)
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
        throw notSent(error)
      }
    },
    close() {
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

/** What a failure means. 5xx is final, unless it is about our own login: that is the operator's to mend, and then the mail goes out. */
function notSent(error: unknown): NotSent {
  const { code, responseCode, response, message } = error as { code?: string; responseCode?: number; response?: string; message?: string }
  const said = (response ?? message ?? String(error)).slice(0, MAX_ANSWER)
  if (code === 'EAUTH') return new NotSent(`The mail server refused the login of the shop: ${said}`, false)
  return new NotSent(said, (responseCode ?? 0) >= 500 || (code === 'EENVELOPE' && responseCode === undefined))
}
