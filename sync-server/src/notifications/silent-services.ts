/** Pause of a service after its first timeout, as a multiple of the timeout. Each further timeout doubles the pause. */
const REST_TIMEOUTS = 3
const REST_MAX_MS = 600_000
/** Maximum number of silent services to remember. The service that timed out longest ago is forgotten first. */
const MAX_SERVICES = 1_000

/** Remembers push services that time out. Messages are sent one after another, so a silent service would delay all others, and a user can name a
 *  silent service. */
export class SilentServices {
  private readonly known = new Map<string, { readonly restMs: number; readonly untilMs: number }>()

  constructor(private readonly timeoutMs: number) {}

  /** Answers the milliseconds left of a service's pause; 0 when it may be asked. */
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
