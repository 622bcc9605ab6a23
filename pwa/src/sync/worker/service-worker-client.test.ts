import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startServiceWorker, updateWaits } from './service-worker-client.ts'

/** A browser's service worker as a page sees it. */
class Worker extends EventTarget {
  state = 'installed'
  readonly scriptURL = 'http://localhost/service-worker.js'
  become(state: string): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}
class Registration extends EventTarget {
  installing: Worker | null = null
  waiting: Worker | null = null
  active: Worker | null = null
}
class Container extends EventTarget {
  controller: Worker | null = null
  readonly registration = new Registration()
  readonly ready = Promise.resolve(this.registration)
  register = async () => this.registration
  control(by: Worker): void {
    this.controller = by
    this.dispatchEvent(new Event('controllerchange'))
  }
}

let container: Container
beforeEach(() => {
  container = new Container()
  vi.stubGlobal('navigator', { serviceWorker: container })
  vi.stubGlobal('location', new URL('http://localhost/pos'))
  vi.stubGlobal('window', { isSecureContext: true })
  vi.stubGlobal('setInterval', () => 0)
})
afterEach(() => vi.unstubAllGlobals())

it('offers no update for the first version, although the browser says late that it waits no longer', async () => {
  const first = new Worker()
  container.registration.waiting = first
  await startServiceWorker()
  expect(updateWaits.get()).toBe(false)
  // as in Firefox, which announces the controller before the state, and corrects `waiting` last
  container.control(first)
  first.become('activating')
  first.become('activated')
  expect(updateWaits.get()).toBe(false)
})

it('offers a newer version while it waits, and no longer when it takes over', async () => {
  const [older, newer] = [new Worker(), new Worker()]
  older.state = 'activated'
  container.registration.active = older
  container.controller = older
  container.registration.waiting = newer
  await startServiceWorker()
  expect(updateWaits.get()).toBe(true)
  newer.become('activating')
  expect(updateWaits.get()).toBe(false)
})
