import type { Chance } from './chance.ts'

/** Someone whose work can end at any moment: a tab, a device, the server process. Nothing of a dead life ever goes on. */
export class Life {
  isOver = false
  get isEnded(): boolean {
    return this.isOver
  }
}

type Waiting = { readonly life: Life; readonly resume: () => void; readonly dueMs: number }

/** Decides which of all waiting steps goes on next, and owns the time. One step at a time, so that a history depends on its seed alone. */
export class Scheduler {
  /** What can go on now. */
  private ready: Waiting[] = []
  /** What waits for its time. */
  private timers: Waiting[] = []
  private underWay = 0
  private onIdle: (() => void) | null = null
  steps = 0

  constructor(
    readonly chance: Chance,
    public nowMs: number,
  ) {}

  /** Waits for its turn: any other step may come first, and the life may end meanwhile (then it never comes). */
  turn(life: Life): Promise<void> {
    return new Promise((resume) => this.ready.push({ life, resume, dueMs: 0 }))
  }

  /** Runs `work` after a delay unless the life ends or the answer is called. */
  after(life: Life, delayMs: number, work: () => void): () => void {
    const timer = { life, resume: work, dueMs: this.nowMs + Math.max(0, delayMs) }
    this.timers.push(timer)
    return () => {
      remove(this.timers, timer)
      remove(this.ready, timer)
    }
  }

  /** Real input or output: nothing else goes on before it ends, so that a history stays close to its seed there too. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.underWay += 1
    try {
      return await work()
    } finally {
      this.underWay -= 1
      if (this.underWay === 0) this.onIdle?.()
    }
  }

  /** Lets one waiting step go on; when all wait for a time, the time comes. False when nothing waits. */
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

  /** All promises that can go on have gone on. */
  private async settled(): Promise<void> {
    await drained()
    while (this.underWay > 0) {
      await new Promise<void>((resolve) => (this.onIdle = resolve))
      this.onIdle = null
      await drained()
    }
  }

  /** Timers whose time has come become steps like all others. */
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
  // the order of what waits means nothing, chance picks
  list[at] = list.at(-1) as T
  list.pop()
}

/** A tick runs when no promise is left that could go on: a fraction of what a turn of the event loop costs. */
const drained = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))
