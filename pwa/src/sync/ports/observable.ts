/** A value that screens watch, in the shape `useSyncExternalStore` takes. */
export class Observable<T> {
  private readonly listeners = new Set<() => void>()
  constructor(private value: T) {}

  readonly get = (): T => this.value

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  set(value: T): void {
    if (Object.is(value, this.value)) return
    this.value = value
    for (const listener of [...this.listeners]) listener()
  }

  /** Changes some fields of an object value, and notifies listeners only when one of them differs. */
  patch(fields: Partial<T>): void {
    const now = this.value as Record<string, unknown>
    const changed = Object.entries(fields).some(([key, value]) => !Object.is(now[key], value))
    if (changed) this.set({ ...this.value, ...fields })
  }
}
