import { type Logger, pino } from 'pino'

/** Structured log of the server: one JSON line an event. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** The server's log on standard output. Secrets never get in: a bearer or a password in a logged object is replaced. */
export function createLog(level: string): Logger {
  return pino({
    level,
    redact: { paths: ['*.authorization', '*.password', '*.token', 'authorization', 'password', 'token'], censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  })
}

/** A log that says nothing, for tests that provoke errors on purpose. */
export const silentLog: Log = pino({ level: 'silent' })
