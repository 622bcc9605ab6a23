import type { Chance } from './chance.ts'

/** A life that can end at any moment, such as that of a tab or of the server process. Nothing more runs in an ended life. */
export class Life {
  isOver = false
  get isEnded(): boolean {
    return this.isOver
  }
}

type Waiting = { readonly life: Life; readonly resume: () => void; readonly dueMs: number }

/** Owns the time and picks the next step among all waiting steps. One step runs at a time, so that a history depends only on its seed. */
export class Scheduler {
  /** Steps that can run now. */
  private ready: Waiting[] = []
  /** Steps that wait until they are due. */
  private timers: Waiting[] = []
  private underWay = 0
  private onIdle: (() => void) | null = null
  steps = 0

  constructor(
    readonly chance: Chance,
    public nowMs: number,
  ) {}

  /** Waits for a turn. Other steps may come first. The turn never comes once the life has ended. */
  turn(life: Life): Promise<void> {
    return new Promise((resume) => this.ready.push({ life, resume, dueMs: 0 }))
  }

  /** Runs `work` after a delay unless the life ends or the returned function is called. */
  after(life: Life, delayMs: number, work: () => void): () => void {
    const timer = { life, resume: work, dueMs: this.nowMs + Math.max(0, delayMs) }
    this.timers.push(timer)
    return () => {
      remove(this.timers, timer)
      remove(this.ready, timer)
    }
  }

  /** Runs real input or output while all steps wait, so that a history on the real server depends almost only on its seed. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.underWay += 1
    try {
      return await work()
    } finally {
      this.underWay -= 1
      if (this.underWay === 0) this.onIdle?.()
    }
  }

  /** Runs one waiting step. If none is ready, the time moves forward to the next timer. False when nothing waits. */
  async step(): Promise<boolean> {
    this.fire()
    const next = this.takeReady() ?? this.takeTimer()
    if (!next) return false
    this.steps += 1
    this.nowMs += 1
    next.resume()
    await this.settled()
    return true
  }

  /** Waits until no promise can continue and no real input or output is running. */
  private async settled(): Promise<void> {
    await drained()
    while (this.underWay > 0) {
      await new Promise<void>((resolve) => (this.onIdle = resolve))
      this.onIdle = null
      await drained()
    }
  }

  /** Makes due timers ready. */
  private fire(): void {
    if (!this.timers.some(({ dueMs }) => dueMs <= this.nowMs)) return
    this.ready.push(...this.timers.filter(({ dueMs }) => dueMs <= this.nowMs))
    this.timers = this.timers.filter(({ dueMs }) => dueMs > this.nowMs)
  }

  private takeReady(): Waiting | undefined {
    while (this.ready.length > 0) {
      const next = this.chance.pick(this.ready)
      remove(this.ready, next)
      if (!next.life.isEnded) return next
    }
    return undefined
  }

  private takeTimer(): Waiting | undefined {
    this.timers = this.timers.filter(({ life }) => !life.isEnded)
    if (this.timers.length === 0) return undefined
    this.nowMs = Math.min(...this.timers.map(({ dueMs }) => dueMs))
    this.fire()
    return this.takeReady()
  }
}

function remove<T>(list: T[], one: T): void {
  const at = list.indexOf(one)
  if (at < 0) return
  // the order of the list is irrelevant: steps are picked by chance or by due time
  list[at] = list.at(-1) as T
  list.pop()
}

/** Resolves on the next tick, when no promise can continue. Far cheaper than a turn of the event loop. */
const drained = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))
