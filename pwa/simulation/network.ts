import type { PullRequest, PullResponse, PushRequest, PushResponse } from '@shop/shared/kernel/wire.ts'
import { type Server, ServerProblem } from '../src/sync/ports.ts'
import type { ModelServer } from './model-server.ts'
import type { Life, Scheduler } from './scheduler.ts'

/** What can go wrong between a device and the server, as probabilities of one request. */
export type Faults = { lostRequest: number; lostAnswer: number; duplicate: number }

/** A device's connection: may be cut, and loses, repeats and delays what travels. */
export class Connection {
  isCut = false
  isTokenExpired = false
  constructor(
    private readonly server: ModelServer,
    private readonly scheduler: Scheduler,
    private readonly faults: Faults,
    readonly uid: string,
  ) {}

  /** The Server port of one tab: its requests end with its life, but what was sent may still arrive. */
  portFor(life: Life, network: Life, onPoke: Set<() => void>): Server {
    const request = async <T>(send: () => Promise<T>): Promise<T> => {
      const { chance } = this.scheduler
      await this.scheduler.turn(life)
      this.demandReachable()
      if (chance.isHit(this.faults.lostRequest)) throw unreachable()
      // a copy that travels on its own, and may arrive long after the answer
      if (chance.isHit(this.faults.duplicate)) void this.late(network, send)
      await this.scheduler.turn(life)
      const answer = await send()
      await this.scheduler.turn(life)
      if (this.isCut || chance.isHit(this.faults.lostAnswer)) throw unreachable()
      return structuredClone(answer)
    }
    return {
      push: (body: PushRequest): Promise<PushResponse> => request(() => this.server.push(this.uid, structuredClone(body))),
      pull: (body: PullRequest): Promise<PullResponse> => request(() => this.server.pull(this.uid, structuredClone(body))),
      start: () => this.start(life),
      events: (heard, signal) =>
        new Promise((resolve, reject) => {
          if (this.isCut || this.isTokenExpired) return reject(unreachable())
          heard.onOpen()
          onPoke.add(heard.onPoke)
          signal.addEventListener('abort', () => {
            onPoke.delete(heard.onPoke)
            resolve()
          })
        }),
    }
  }

  private async late(network: Life, send: () => Promise<unknown>): Promise<void> {
    for (let hops = this.scheduler.chance.below(30); hops > 0; hops--) await this.scheduler.turn(network)
    await send().catch(() => undefined)
  }

  private async *start(life: Life): AsyncIterable<string> {
    await this.scheduler.turn(life)
    this.demandReachable()
    for await (const line of this.server.start(this.uid)) {
      await this.scheduler.turn(life)
      if (this.isCut || this.scheduler.chance.isHit(this.faults.lostAnswer / 4)) throw unreachable()
      yield line
    }
  }

  private demandReachable(): void {
    if (this.isCut) throw unreachable()
    if (this.isTokenExpired) throw new ServerProblem('signedOut', 'Please sign in.', { status: 401, code: 'SIGN_IN_REQUIRED' })
  }
}

const unreachable = () => new ServerProblem('offline', 'no answer')
