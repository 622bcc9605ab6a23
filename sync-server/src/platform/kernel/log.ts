import { type DestinationStream, type Logger, pino } from 'pino'

/** Structured log of the server, one JSON line per event. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** Fields whose values never reach the log, down to the third level of an entry. */
const SECRETS = ['authorization', 'cookie', 'password', 'token', 'secret', 'connectionString']
/** Most causes of an error to log. */
const MAX_CAUSES = 5

type Logged = { type: string; message: string; stack: string | undefined; cause?: unknown }

/** Copies only what locates an error. Errors of a database also contain the statement's parameters and the offending row, and so whatever a
 *  person sent. */
function errorForLog(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error
  const { name, message, stack, cause } = error
  const { code, severity, routine, schema, table, column, constraint, status } = error as unknown as Record<string, unknown>
  const place = { code, severity, routine, schema, table, column, constraint, status }
  const logged: Logged = { type: name, message, stack, ...Object.fromEntries(Object.entries(place).filter(([, value]) => isPlain(value))) }
  if (cause !== undefined && depth < MAX_CAUSES) logged.cause = errorForLog(cause, depth + 1)
  return logged
}

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number'

/** Creates the server's log, by default on standard output. Secrets are replaced or left out. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    serializers: {
      err: errorForLog,
      details: (list: unknown) => (Array.isArray(list) ? list.map((part) => errorForLog(part)) : undefined),
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    base: null,
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Redirects libraries' console output into the log, where it is redacted like everything else. Answers a function that restores the console. */
export function captureConsole(log: Log): () => void {
  const { error, warn } = console
  console.error = (...details: unknown[]) => log.error({ details }, 'printed by a library')
  console.warn = (...details: unknown[]) => log.warn({ details }, 'printed by a library')
  return () => Object.assign(console, { error, warn })
}

/** A silent log, for tests that provoke errors. */
export const silentLog: Log = pino({ level: 'silent' })
