import { Refusal } from '@shop/shared/kernel/errors.ts'

/** Kind of a failed transaction. `repeat`: the transaction lost against another one (deadlock, serialization, the same insert, a long wait for a
 *  lock) and is repeated. `outage`: the database is away, full or shutting down; the transaction is repeated, then answered with 503. `fault`: the
 *  request or our code is wrong. */
export type FailureKind = 'repeat' | 'outage' | 'fault'

/** An error of a command's own code, wrapped to distinguish it from an error of the database. */
export class CommandFault extends Error {
  override readonly name = 'CommandFault'
  constructor(
    readonly commandId: string,
    override readonly cause: unknown,
  ) {
    super(`command ${commandId} threw`, { cause })
  }
}

/** Thrown when rows have changed during a batch, which has to read them again. */
export class ReadAgain extends Error {
  override readonly name = 'ReadAgain'
}

/** Thrown when the wait for a busy embedded database, or of a push for a row, has taken too long. The client may retry later. The server does not
 *  retry, because that would add to the load. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
}

const LOCK_NOT_AVAILABLE = '55P03'
const REPEAT = new Set(['40001', '40P01', '23505', LOCK_NOT_AVAILABLE])
/** SQLSTATE classes: connection exception, invalid transaction state, invalid authorization, no such database, insufficient resources, operator
 *  intervention, system error, internal error. */
const OUTAGE_CLASSES = new Set(['08', '25', '28', '3D', '53', '57', '58', 'XX'])
const SQLSTATE = /^[0-9A-Z]{5}$/
const SOCKET_ERROR = /^E[A-Z_]+$/

/** Classifies the error of a transaction. */
export function failureKind(error: unknown): FailureKind {
  if (error instanceof ReadAgain) return 'repeat'
  if (error instanceof DatabaseBusy) return 'outage'
  if (error instanceof CommandFault || error instanceof Refusal) return 'fault'
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return isConnectionLoss(error) ? 'outage' : 'fault'
  if (REPEAT.has(code)) return 'repeat'
  if (SQLSTATE.test(code) && !SOCKET_ERROR.test(code)) return OUTAGE_CLASSES.has(code.slice(0, 2)) ? 'outage' : 'fault'
  return 'outage'
}

/** Rethrows an error. The end of a wait for a row becomes DatabaseBusy. */
export function endWait(error: unknown): never {
  throw (error as { code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE ? new DatabaseBusy('a row stays locked', { cause: error }) : error
}

/** True for a lost connection, which node-postgres and a broken PGlite report only by a message. */
function isConnectionLoss(error: unknown): boolean {
  return (
    error instanceof Error &&
    /connection terminated|connection error|timeout exceeded when trying to connect|PGlite is closed|memory access out of bounds|Aborted\(|unreachable/i.test(
      error.message,
    )
  )
}

/** Maximum number of attempts at a transaction before its error is thrown. */
export const MAX_TRIES = 8

/** Waits before the next attempt: 5, 10, 20 … 320 ms, each shortened at random by up to half. */
export function pauseBeforeRepeat(tried: number): Promise<void> {
  const ms = 5 * 2 ** tried * (0.5 + Math.random() / 2)
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Repeats a transaction while it fails for the reasons `repeat` and `outage`, except with DatabaseBusy. Throws its last error in the end. */
export async function repeated<T>(body: () => Promise<T>, onRepeat: (error: unknown) => void = () => {}): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await body()
    } catch (error) {
      if (failureKind(error) === 'fault' || error instanceof DatabaseBusy || tried + 1 >= MAX_TRIES) throw error
      onRepeat(error)
      await pauseBeforeRepeat(tried)
    }
  }
}
