/** Asks another server, and throws a TimeoutError after `timeoutMs`. The signal ends the request. The time limit does not rely on it, because Node's
 *  `fetch` loses the signal of a copied request, or of an answer whose body is under way, when the garbage collector runs. */
export async function withinTime<T>(timeoutMs: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new DOMException('The other server took too long.', 'TimeoutError'))
      stop.abort()
    }, timeoutMs)
  })
  try {
    return await Promise.race([ask(stop.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
