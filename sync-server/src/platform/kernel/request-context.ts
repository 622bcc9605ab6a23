import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<{ readonly requestId: string; isAnswered: boolean }>()

/** Runs the work of a request. Every line of the log that the work writes until the request is answered has the request's id. */
export async function insideRequest<T>(requestId: string, work: () => Promise<T>): Promise<T> {
  const request = { requestId, isAnswered: false }
  try {
    return await current.run(request, work)
  } finally {
    // a timer or a connection that outlives the request serves others too
    request.isAnswered = true
  }
}

/** Runs work that a request only triggers, such as the jobs of everybody. */
export const outsideRequest = <T>(work: () => T): T => current.exit(work)

/** Answers the fields that a line of the log gets from the request that is being answered. */
export function requestFields(): { requestId?: string } {
  const request = current.getStore()
  return request === undefined || request.isAnswered ? {} : { requestId: request.requestId }
}
