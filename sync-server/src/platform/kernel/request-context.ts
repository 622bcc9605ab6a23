import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<{ readonly requestId: string }>()

/** Runs the work of a request. Every line of the log that the work writes has the request's id. */
export const insideRequest = <T>(requestId: string, work: () => T): T => current.run({ requestId }, work)

/** Answers the fields that a line of the log gets from the request that is being answered. */
export const requestFields = (): { requestId?: string } => current.getStore() ?? {}
