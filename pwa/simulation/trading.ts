import type { SyncEngine } from '../src/sync/engine/engine.ts'
import { ServerProblem } from '../src/sync/ports/ports.ts'
import type { Device } from './device.ts'
import type { MarketAction } from './market.ts'
import { marketDoingOf } from './market-doings.ts'
import type { Oracle } from './oracle/oracle.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimulatedServer } from './simulated-server.ts'
import type { Happening, Tally } from './tally.ts'

/** Number of times that a person clicks while no answer comes. */
const CLICKS = 3

/** The parts of the world that a call needs. */
type Scene = {
  readonly setting: { readonly scheduler: Scheduler; readonly tally: Tally; readonly server: SimulatedServer }
  readonly oracle: Pick<Oracle, 'trades'>
}

const HAPPENED: Partial<Record<string, Happening>> = {
  ask: 'trade asked for',
  agree: 'offer agreed to',
  callOff: 'trade called off',
  ship: 'trade shipped',
  undo: 'trade deleted',
}

/** Makes a call for a person's action. Without an answer, the person clicks again, and the page sends the same key. */
export async function trade({ setting, oracle }: Scene, device: Device, tab: SyncEngine, action: MarketAction): Promise<void> {
  const { scheduler, tally, server } = setting
  const page = device.pageOf(tab)
  const asking = page && marketDoingOf(action, tab, (key) => server.tradeIdOf(device.uid, key))
  if (!page || !asking) return
  const confirm = oracle.trades.note(asking.request.key, asking.deed, scheduler.nowMs)
  for (let click = 0; click < CLICKS; click++) {
    try {
      const isDone = await page.trade(asking.request)
      const happened = HAPPENED[asking.deed.kind]
      if (isDone && happened) tally.add(happened)
      if (isDone) confirm(scheduler.nowMs)
      return
    } catch (thrown) {
      if (!(thrown instanceof ServerProblem)) throw thrown
    }
  }
}
