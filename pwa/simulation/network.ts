import { ServerProblem, type StartLine } from '../src/sync/ports/ports.ts'
import type { Life, Scheduler } from './scheduler.ts'
import type { PersonalServer, SimulatedServer } from './simulated-server.ts'
import type { Tally } from './tally.ts'

/** Faults between a device and the server, as probabilities per request. */
export type Faults = { lostRequest: number; lostAnswer: number; duplicate: number }

/** Maximum delay of the copy of a duplicated request, in turns. */
const LATEST_TURNS = 60

/** A device's connection. It may be cut, and it loses, repeats and delays messages. */
export class Connection {
  isCut = false
  isTokenExpired = false
  private requestCount = 0
  private newestArrived = 0
  private readonly server: PersonalServer

  constructor(
    private readonly shop: SimulatedServer,
    private readonly scheduler: Scheduler,
    private readonly faults: Faults,
    private readonly tally: Tally,
    uid: string,
  ) {
    this.server = shop.portFor(uid, () => this.isTokenExpired)
  }

  /** Makes the Server port of one tab. Requests end when the tab dies, but a request already sent may still arrive. `underWay` counts open
   *  requests. */
  portFor(life: Life, network: Life, onDeath: Promise<void>, underWay: { count: number }): PersonalServer {
    const request = async <T>(send: () => Promise<T>): Promise<T> => {
      const { chance } = this.scheduler
      underWay.count += 1
      try {
        await this.scheduler.turn(life)
        this.demandReachable()
        if (this.happens('lost request', this.faults.lostRequest)) throw unreachable()
        const number = ++this.requestCount
        // the copy travels separately, and may arrive long after the answer
        if (this.happens('duplicate request', this.faults.duplicate)) void this.late(network, number, send)
        await this.scheduler.turn(life)
        const answer = await this.arrive(number, send)
        for (let turns = 1 + (chance.isHit(0.1) ? chance.below(20) : 0); turns > 0; turns--) await this.scheduler.turn(life)
        if (this.isCut || this.happens('lost answer', this.faults.lostAnswer)) throw unreachable()
        return answer
      } finally {
        underWay.count -= 1
      }
    }
    return {
      push: (body) => request(() => this.server.push(asSent(body))),
      pull: (body) => request(() => this.server.pull(body)).then(asSent),
      call: (asked) => request(() => this.server.call(asked)),
      openSealed: (part) => request(() => this.server.openSealed(part)),
      start: (clientId) => this.start(life, clientId),
      events: async ({ onOpen, onPoke }, signal) => {
        this.demandReachable()
        // AbortSignal.any is not used here: Node would keep its listeners in memory, and the whole world with them
        const ended = new AbortController()
        const end = () => ended.abort()
        void onDeath.then(end)
        signal.addEventListener('abort', end)
        const poke = () => void this.scheduler.turn(life).then(onPoke)
        try {
          await this.server.events({ onOpen, onPoke: poke }, ended.signal)
        } finally {
          signal.removeEventListener('abort', end)
        }
      },
    }
  }

  private happens(what: 'lost request' | 'lost answer' | 'duplicate request', probability: number): boolean {
    if (!this.scheduler.chance.isHit(probability)) return false
    this.tally.add(what)
    return true
  }

  private arrive<T>(number: number, send: () => Promise<T>): Promise<T> {
    if (number < this.newestArrived) this.tally.add('request that overtook a later one')
    this.newestArrived = Math.max(this.newestArrived, number)
    return send()
  }

  private async late(network: Life, number: number, send: () => Promise<unknown>): Promise<void> {
    const { restores } = this.shop
    for (let hops = this.scheduler.chance.below(LATEST_TURNS); hops > 0; hops--) await this.scheduler.turn(network)
    // a restore ends the process, and with it the connections on which its requests travel
    if (this.shop.restores !== restores) return
    await this.arrive(number, send).catch(() => undefined)
  }

  private async *start(life: Life, clientId: string | null): AsyncIterable<StartLine> {
    await this.scheduler.turn(life)
    this.demandReachable()
    for await (const line of this.server.start(clientId)) {
      await this.scheduler.turn(life)
      if (this.isCut || this.happens('lost answer', this.faults.lostAnswer / 4)) throw unreachable()
      yield line
    }
  }

  private demandReachable(): void {
    if (this.isCut) throw unreachable()
  }
}

/** Returns a value as it arrives after a trip as JSON. */
const asSent = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

const unreachable = () => new ServerProblem('offline', 'no answer')
