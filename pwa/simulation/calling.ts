import type { SyncEngine } from '../src/sync/engine/engine.ts'
import { ServerProblem } from '../src/sync/ports/ports.ts'
import type { DeskAction } from './desk.ts'
import { deskDoingOf } from './desk-doings.ts'
import type { Device } from './device.ts'
import type { MarketAction } from './market.ts'
import { marketDoingOf } from './market-doings.ts'
import type { Oracle } from './oracle/oracle.ts'
import type { Scheduler } from './scheduler.ts'
import type { CallRequest, Done, SimulatedServer } from './simulated-server.ts'
import type { Happening, Tally } from './tally.ts'

/** Number of times that a person clicks while no answer comes. */
const CLICKS = 3

/** The parts of the world that a call needs. */
type Scene = {
  readonly setting: { readonly scheduler: Scheduler; readonly tally: Tally; readonly server: SimulatedServer }
  readonly oracle: Pick<Oracle, 'trades'>
  note(done: Done, claimedMs: number): (atMs: number) => void
}

const HAPPENED: Partial<Record<CallRequest['do'], Happening>> = {
  ask: 'trade asked for',
  agree: 'offer agreed to',
  callOff: 'trade called off',
  ship: 'trade shipped',
  undo: 'trade deleted',
}

/** Makes a call for a person's action on the marketplace. */
export async function trade(scene: Scene, device: Device, tab: SyncEngine, action: MarketAction): Promise<void> {
  const { scheduler, server } = scene.setting
  const asking = marketDoingOf(action, tab, (key) => server.tradeIdOf(device.uid, key))
  if (!asking) return
  const confirm = scene.oracle.trades.note(asking.request.key, asking.deed, scheduler.nowMs)
  if (await send(scene, device, tab, asking.request)) confirm(scheduler.nowMs)
}

/** Makes a call for an admin's action at the desk. */
export async function callAtDesk(scene: Scene, device: Device, tab: SyncEngine, action: DeskAction): Promise<void> {
  const asking = deskDoingOf(action, tab, scene.setting.server.people)
  if (!asking) return
  const done = { commandId: asking.request.key, byUid: device.uid, deeds: [asking.deed] }
  // without an answer, nobody knows when the server did it
  const confirm = scene.note(done, Number.POSITIVE_INFINITY)
  if (await send(scene, device, tab, asking.request)) confirm(scene.setting.scheduler.nowMs)
}

/** Sends a call. Without an answer, the person clicks again, and the page sends the same key. True once the page shows that the call is done. */
async function send({ setting: { tally } }: Scene, device: Device, tab: SyncEngine, request: CallRequest): Promise<boolean> {
  const page = device.pageOf(tab)
  for (let click = 0; page && click < CLICKS; click++) {
    try {
      const isDone = await page.call(request)
      const happened = HAPPENED[request.do]
      if (isDone && happened) tally.add(happened)
      return isDone
    } catch (thrown) {
      if (!(thrown instanceof ServerProblem)) throw thrown
    }
  }
  return false
}
