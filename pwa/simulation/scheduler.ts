/** Random numbers from a seed (mulberry32): the same seed, the same history. */
export class Chance {
  private state: number
  constructor(seed: number) {
    this.state = seed >>> 0
  }
  /** 0 ≤ x < 1 */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  below(bound: number): number {
    return Math.floor(this.next() * bound)
  }
  isHit(probability: number): boolean {
    return this.next() < probability
  }
  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T
  }
  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.below(256))
  }
}

/** Someone whose work can end at any moment: a tab, a device, the server process. Nothing of a dead life ever goes on. */
export class Life {
  isOver = false
  constructor(private readonly parent?: Life) {}
  get isEnded(): boolean {
    return this.isOver || (this.parent?.isEnded ?? false)
  }
}

type Waiting = { readonly life: Life; readonly resume: () => void; readonly dueMs: number; readonly order: number }

/** Decides which of all waiting steps goes on next, and owns the time. One step at a time, so that a history depends on its seed alone. */
export class Scheduler {
  nowMs = 1_800_000_000_000
  private waiting: Waiting[] = []
  private order = 0
  steps = 0
  constructor(readonly chance: Chance) {}

  /** Waits for its turn: any other step may come first, and the life may end meanwhile (then it never comes). */
  turn(life: Life): Promise<void> {
    return new Promise((resume) => this.waiting.push({ life, resume, dueMs: 0, order: this.order++ }))
  }

  /** Runs `work` after a delay unless the life ends or the answer is called. */
  after(life: Life, delayMs: number, work: () => void): () => void {
    const timer = { life, resume: work, dueMs: this.nowMs + Math.max(0, delayMs), order: this.order++ }
    this.waiting.push(timer)
    return () => void (this.waiting = this.waiting.filter((one) => one !== timer))
  }

  /** Lets one waiting step go on; when all wait for a time, the time comes. False when nothing waits. */
  async step(): Promise<boolean> {
    this.waiting = this.waiting.filter(({ life }) => !life.isEnded)
    let ready = this.waiting.filter(({ dueMs }) => dueMs <= this.nowMs)
    if (ready.length === 0) {
      if (this.waiting.length === 0) return false
      this.nowMs = Math.min(...this.waiting.map(({ dueMs }) => dueMs))
      ready = this.waiting.filter(({ dueMs }) => dueMs <= this.nowMs)
    }
    const next = this.chance.pick(ready)
    this.waiting.splice(this.waiting.indexOf(next), 1)
    this.steps += 1
    this.nowMs += 1
    next.resume()
    await settled()
    return true
  }
}

/** All promises that can go on have gone on. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
