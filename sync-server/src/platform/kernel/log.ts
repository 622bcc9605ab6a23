import { type DestinationStream, type Logger, pino } from 'pino'
import { requestFields } from './request-context.ts'

/** Structured log of the server, one JSON line per event. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** Names of fields whose values never reach the log, at every depth of an entry. */
const SECRET = /authorization|cookie|password|passphrase|token|secret|connectionstring/i
const REDACTED = '[redacted]'
/** Maximum depth of an entry. Deeper values are not logged. */
const MAX_DEPTH = 10
/** Maximum number of causes of an error to log. */
const MAX_CAUSES = 5

type Logged = { type: string; message: string; stack: string | undefined; cause?: unknown }

/** Copies only the fields that locate an error. Errors of a database also contain the statement's parameters and the offending row, which may contain
 *  texts that people sent. */
function errorForLog(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error
  const { name, message, stack, cause } = error
  const { code, severity, routine, schema, table, column, constraint, status } = error as unknown as Record<string, unknown>
  const place = { code, severity, routine, schema, table, column, constraint, status }
  const logged: Logged = { type: name, message, stack, ...Object.fromEntries(Object.entries(place).filter(([, value]) => isPlain(value))) }
  if (cause !== undefined && depth < MAX_CAUSES) logged.cause = errorForLog(cause, depth + 1)
  return logged
}

/** Copies a value without its secrets. Leaves errors under `err` and in `details` to their serializers. */
function withoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth > MAX_DEPTH) return '[too deep]'
  if (Array.isArray(value)) return value.map((part) => withoutSecrets(part, depth + 1))
  if (value instanceof Error) return errorForLog(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (depth === 0 && (name === 'err' || name === 'details')) return [name, part]
      return [name, SECRET.test(name) ? REDACTED : withoutSecrets(part, depth + 1)]
    }),
  )
}

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number'

/** Creates the server's log, by default on standard output. Replaces the values of fields whose names match SECRET. A line written while a request
 *  is answered has its `requestId`. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    mixin: requestFields,
    formatters: { log: (entry: Record<string, unknown>) => withoutSecrets(entry, 0) as Record<string, unknown> },
    serializers: {
      err: errorForLog,
      details: (list: unknown) => (Array.isArray(list) ? list.map((part) => errorForLog(part)) : undefined),
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    base: null,
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Redirects the warnings and errors that libraries print into the log: texts unchanged, of errors the fields that locate them, of other values only
 *  the type. Answers a function that restores the console. */
export function captureConsole(log: Log): () => void {
  const { error, warn } = console
  console.error = (...details: unknown[]) => log.error({ details }, 'printed by a library')
  console.warn = (...details: unknown[]) => log.warn({ details }, 'printed by a library')
  return () => Object.assign(console, { error, warn })
}

/** A silent log, for tests that provoke errors. */
export const silentLog: Log = pino({ level: 'silent' })
