import { type Logger, pino } from 'pino'

/** Structured log of the server: one JSON line an event. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** Fields whose values never reach the log, wherever they stand. */
const SECRETS = ['authorization', 'cookie', 'password', 'token', 'secret', 'connectionString']

/** The server's log on standard output. Secrets never get in: they are replaced. */
export function createLog(level: string): Logger {
  return pino({
    level,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
    base: null,
  })
}

/** A log that says nothing, for tests that provoke errors on purpose. */
export const silentLog: Log = pino({ level: 'silent' })
