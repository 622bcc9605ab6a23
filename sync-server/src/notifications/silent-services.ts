/** How long a service is left alone after it was silent for its whole time: so many times as long, then twice as long with each time it is silent again. */
const REST_TIMEOUTS = 3
const REST_MAX_MS = 600_000
/** Services that are remembered as silent. Beyond it the one that was noted first is forgotten. */
const MAX_SERVICES = 1_000

/** Services that let us wait. Messages go out one after another, so one that takes them and says nothing would hold up those to all others, and anybody can
 *  name the service of their device. */
export class SilentServices {
  private readonly known = new Map<string, { readonly restMs: number; readonly untilMs: number }>()

  constructor(private readonly timeoutMs: number) {}

  /** Milliseconds for which a service is still left alone; 0 when it may be asked. */
  restMsOf(origin: string): number {
    return Math.max(0, (this.known.get(origin)?.untilMs ?? 0) - performance.now())
  }

  wasSilent(origin: string): void {
    const before = this.known.get(origin)
    const restMs = Math.min(before ? before.restMs * 2 : this.timeoutMs * REST_TIMEOUTS, REST_MAX_MS)
    this.known.delete(origin)
    this.known.set(origin, { restMs, untilMs: performance.now() + restMs })
    if (this.known.size > MAX_SERVICES) this.known.delete(this.known.keys().next().value as string)
  }

  answered(origin: string): void {
    this.known.delete(origin)
  }
}
