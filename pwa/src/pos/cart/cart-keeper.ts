import type { Cart } from '@shop/shared/pos/schema.ts'
import type { CartChange } from './cart-changes.ts'

/** Changes that follow a save within this time are saved together at its end. */
export const SAVE_DELAY_MS = 300

/** `save` resolves when the cart is durable on this device. */
export type KeeperPorts = {
  readonly save: (cart: Cart) => Promise<unknown>
  readonly nowMs: () => number
}

/** Snapshot of a keeper for the screen; a new object at every change. */
export type KeeperState = { readonly cart: Cart; readonly isSaved: boolean; readonly problem: unknown }

/** Keeps the cart of one tab, changes it at once, and saves it in the background. A change after a pause is saved immediately, and the changes right
 *  after it together. Saves never overlap. */
export class CartKeeper {
  private state: KeeperState
  private readonly listeners = new Set<() => void>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private saving: Promise<void> | undefined
  private lastSaveAtMs = Number.NEGATIVE_INFINITY
  private isClosed = false

  constructor(
    cart: Cart,
    private readonly ports: KeeperPorts,
  ) {
    this.state = { cart, isSaved: true, problem: null }
  }

  read = (): KeeperState => this.state

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  change(change: CartChange): void {
    const next = change(this.state.cart)
    if (this.isClosed || next === this.state.cart) return
    this.set({ ...this.state, cart: { ...next, updatedAtMs: Math.max(this.ports.nowMs(), next.updatedAtMs + 1) }, isSaved: false })
    if (this.timer !== undefined) return
    const waitMs = this.lastSaveAtMs + SAVE_DELAY_MS - performance.now()
    if (waitMs <= 0) void this.flush()
    else this.timer = setTimeout(() => void this.flush(), waitMs)
  }

  /** Saves pending changes. Resolves when they are durable or saving has failed; the state tells which. */
  async flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    while (this.saving) await this.saving
    if (this.state.isSaved || this.isClosed) return
    this.saving = this.save()
    await this.saving
  }

  /** Stops saving. Resolves when the last save ends. */
  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    await this.saving
  }

  /** Resumes saving after `close`. */
  reopen(): void {
    this.isClosed = false
    void this.flush()
  }

  private async save(): Promise<void> {
    const cart = this.state.cart
    this.lastSaveAtMs = performance.now()
    try {
      await this.ports.save(cart)
      this.set({ ...this.state, isSaved: this.state.cart === cart, problem: null })
    } catch (problem) {
      this.set({ ...this.state, problem })
    } finally {
      this.saving = undefined
    }
  }

  private set(state: KeeperState): void {
    this.state = state
    for (const listener of this.listeners) listener()
  }
}
