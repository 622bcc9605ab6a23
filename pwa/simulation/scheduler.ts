import type { Chance } from './chance.ts'

/** Somebody whose work can end at any moment: a tab, a device, the server process. A dead life does nothing more. */
export class Life {
  isOver = false
  get isEnded(): boolean {
    return this.isOver
  }
}

type Waiting = { readonly life: Life; readonly resume: () => void; readonly dueMs: number }

/** Owns the time and picks the next of all waiting steps. It runs one step at a time, so that a history depends on its seed alone. */
export class Scheduler {
  /** Steps that can run now. */
  private ready: Waiting[] = []
  /** Steps that wait for their time. */
  private timers: Waiting[] = []
  private underWay = 0
  private onIdle: (() => void) | null = null
  steps = 0

  constructor(
    readonly chance: Chance,
    public nowMs: number,
  ) {}

  /** Waits for a turn. Any other step may come first, and the turn never comes once the life has ended. */
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

  /** Runs real input or output while all else waits, so that a history stays close to its seed there too. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.underWay += 1
    try {
      return await work()
    } finally {
      this.underWay -= 1
      if (this.underWay === 0) this.onIdle?.()
    }
  }

  /** Runs one waiting step, moving the time forward when all wait for theirs. False when nothing waits. */
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

  /** Waits until every promise that can go on has done so. */
  private async settled(): Promise<void> {
    await drained()
    while (this.underWay > 0) {
      await new Promise<void>((resolve) => (this.onIdle = resolve))
      this.onIdle = null
      await drained()
    }
  }

  /** Turns due timers into steps like all others. */
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
  // the order of waiting steps means nothing, since chance picks
  list[at] = list.at(-1) as T
  list.pop()
}

/** Resolves on the next tick, when no promise can go on: a fraction of the cost of a turn of the event loop. */
const drained = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))
