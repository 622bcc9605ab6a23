import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseConnection, Driver } from 'kysely'

const inTransaction = new AsyncLocalStorage<true>()

/** Runs the body of a transaction, in which `guardDriver` refuses further connections. */
export const insideTransaction = <T>(body: () => Promise<T>): Promise<T> => inTransaction.run(true, body)

/** Makes a driver throw when the outer handle is used inside a transaction. On the embedded database that would be a deadlock; on PostgreSQL the
 *  statement would run outside the transaction. */
export function guardDriver(driver: Driver): Driver {
  const acquire = driver.acquireConnection.bind(driver)
  driver.acquireConnection = (): Promise<DatabaseConnection> => {
    if (inTransaction.getStore()) throw new Error('inside a transaction only its own handle may be used')
    return acquire()
  }
  return driver
}
