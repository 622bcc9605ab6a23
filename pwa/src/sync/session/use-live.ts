import type { AnyCollection } from '@shop/shared/kernel/define-command.ts'
import { useMemo, useSyncExternalStore } from 'react'
import type { SyncEngine } from '../engine/engine.ts'
import type { View } from '../ports/contract.ts'
import { useEngine } from './sync-context.ts'

const emptyView: View = { get: () => undefined, all: () => [], where: () => [], count: () => 0 }

/** A read that remembers which collections it touched, and at which versions. */
export class LiveRead<T> {
  private value: T | undefined
  private touched: Map<string, number> | null = null
  constructor(
    private readonly engine: SyncEngine | null,
    private readonly read: (view: View) => T,
  ) {}

  readonly get = (): T => {
    if (!this.touched || this.isStale()) this.value = this.fresh()
    return this.value as T
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    if (!this.engine) return () => undefined
    return this.engine.onChange(({ collections }) => {
      for (const name of collections) {
        if (!this.touched?.has(name)) continue
        listener()
        return
      }
    })
  }

  private isStale(): boolean {
    for (const [name, version] of this.touched ?? []) if (this.engine?.replica.versionOf(name) !== version) return true
    return false
  }

  private fresh(): T {
    const touched = new Map<string, number>()
    this.touched = touched
    const { engine } = this
    if (!engine) return this.read(emptyView)
    const note = (collection: AnyCollection) => void touched.set(collection.name, engine.replica.versionOf(collection.name))
    const value = this.read({
      get: (collection, id) => {
        note(collection)
        return engine.view.get(collection, id)
      },
      all: (collection) => {
        note(collection)
        return engine.view.all(collection)
      },
      where: (collection, field, wanted) => {
        note(collection)
        return engine.view.where(collection, field, wanted)
      },
      count: (collection) => {
        note(collection)
        return engine.view.count(collection)
      },
    })
    return sameElements(this.value, value) ? (this.value as T) : value
  }
}

function sameElements(before: unknown, now: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(now) || before.length !== now.length) return false
  return before.every((element, index) => Object.is(element, now[index]))
}

/** Result of `read` over the rows of this device, updated whenever a collection that `read` used changes. `deps`: the values `read` closes over. */
export function useLive<T>(read: (view: View) => T, deps: readonly unknown[]): T {
  const engine = useEngine()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what `read` closes over
  const live = useMemo(() => new LiveRead(engine, read), [engine, ...deps])
  return useSyncExternalStore(live.subscribe, live.get)
}
