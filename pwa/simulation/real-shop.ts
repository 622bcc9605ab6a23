import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { User } from '@shop/shared/accounts/schema.ts'
import { addMasterItem } from '@shop/shared/inventory/commands/add-item.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { PushRequest, PushResponse, QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { tables } from '../../sync-server/src/app/tables.ts'
import { silentLog } from '../../sync-server/src/platform/kernel/log.ts'
import { openPlatform, type Platform } from '../../sync-server/src/platform/platform.ts'
import { tradeIdOf } from '../../sync-server/src/trades/references.ts'
import { httpServer } from '../src/sync/ports/http-server.ts'
import { ServerProblem } from '../src/sync/ports/ports.ts'
import { secondRelease } from './goods.ts'
import { deedsOf } from './oracle/deeds.ts'
import { PostgresShops } from './postgres-shops.ts'
import { sendCall } from './real-calls.ts'
import { readTruth } from './real-truth.ts'
import type { Scheduler } from './scheduler.ts'
import { ServerChild } from './server-child.ts'
import { FolderPlace, PostgresPlace, type ShopPlace } from './shop-place.ts'
import type { Done, People, PersonalServer, SimulatedServer, Truth } from './simulated-server.ts'
import type { Tally } from './tally.ts'

const PASSWORD = 'a long enough password'
const EMAILS = ['ada@shop.example', 'ben@shop.example', 'cleo@shop.example', 'dan@shop.example'] as const
/** Typical duration of a push. A kill within this time hits the server before, during or after the transaction. */
const PUSH_MS = 25

/** A shop after set-up, with its people signed in. Histories start from copies of it. */
export type SetUpShop = {
  readonly dir: string
  readonly place: ShopPlace
  readonly people: People
  readonly tokens: ReadonlyMap<string, string>
}

export async function setUpShop(kind: Platform['kind']): Promise<SetUpShop> {
  const dir = await mkdtemp(join(tmpdir(), 'shop-simulation-'))
  const first = join(dir, 'first')
  const place = kind === 'pglite' ? new FolderPlace(first) : await PostgresPlace.create(await PostgresShops.start(), first)
  const child = await ServerChild.start(place)
  try {
    const [owner, ...others] = EMAILS
    const shop = { displayName: 'Ada', timeZone: 'America/Chicago', shopName: 'Second Chance' }
    await child.ask('/setup', { email: owner, password: PASSWORD, ...shop })
    for (const email of others) await child.ask('/identity/sign-up/email', { email, password: PASSWORD, name: email })
    const tokens = new Map<string, string>()
    for (const email of EMAILS) {
      const signedIn = await child.ask<{ token: string; user: { id: string } }>('/identity/sign-in/email', { email, password: PASSWORD })
      tokens.set(signedIn.user.id, signedIn.token)
    }
    await child.order({ setRole: [EMAILS[1], 'admin'] })
    const [ada, ben, ...consignors] = [...tokens.keys()] as [string, string, ...string[]]
    return { dir, place, people: { admins: [ada, ben], consignors, earlier: [] }, tokens }
  } finally {
    await child.kill()
  }
}

/** Opens a stopped server's database, as its command line does. */
async function withPlatform<T>({ location }: ShopPlace, work: (platform: Platform) => Promise<T>): Promise<T> {
  const platform = await openPlatform({ database: location, tables, log: silentLog, runJobs: false })
  try {
    return await work(platform)
  } finally {
    await platform.close()
  }
}

/** The simulated shop on the product's own server. */
export class RealShop implements SimulatedServer {
  readonly isOpenBook = false
  readonly hasOwnClock = true
  restores = 0
  isHalfwayBack = false
  private backupCount = 0
  private restartCount = 0
  private isKillDue = false
  private readonly roles: User['role'][] = ['admin', 'admin']
  private constructor(
    private readonly scheduler: Scheduler,
    private readonly tally: Tally,
    private readonly shop: SetUpShop,
    private readonly place: ShopPlace,
    private readonly child: ServerChild,
  ) {}

  static async open(scheduler: Scheduler, tally: Tally, shop: SetUpShop): Promise<RealShop> {
    const place = await shop.place.copyTo(await mkdtemp(join(shop.dir, 'history-')))
    return new RealShop(scheduler, tally, shop, place, await ServerChild.start(place))
  }

  get people(): People {
    return this.shop.people
  }

  readonly tradeIdOf = (uid: string, key: string): string => tradeIdOf(uid, key)

  portFor(uid: string, isTokenExpired: () => boolean): PersonalServer {
    const { scheduler } = this
    const token = async () => (isTokenExpired() ? 'expired' : (this.shop.tokens.get(uid) ?? null))
    const http = httpServer({ token, origin: this.child.origin })
    const { tally } = this
    return {
      push: (request, signal) => scheduler.during(() => this.noted(request, () => this.pushOrDie(() => http.push(request, signal)))),
      pull: async (request, signal) => {
        const answer = await scheduler.during(() => http.pull(request, signal))
        if (answer.kind === 'changes' && answer.more && !request.page) tally.add('pull of several pages')
        return answer
      },
      call: (asked) => scheduler.during(async () => sendCall(this.child.origin, await token(), asked)),
      openSealed: (part, signal) => scheduler.during(() => http.openSealed(part, signal)),
      async *start(clientId, signal) {
        tally.add('fresh start')
        const lines = http.start(clientId, signal)[Symbol.asyncIterator]()
        for (;;) {
          const line = await scheduler.during(() => lines.next())
          if (line.done) return
          yield line.value
        }
      },
      events: (heard, signal) => http.events(heard, signal),
    }
  }

  private async noted(request: PushRequest, push: () => Promise<PushResponse>): Promise<PushResponse> {
    const isOlder = ({ name, version }: QueuedCommand) =>
      version < (secondRelease.commands.find((known) => known.name === name)?.version ?? 1)
    try {
      const answer = await push()
      if (request.commands.some(({ replay }) => replay)) this.tally.add('command replayed to a restored server')
      if (this.child.release === 2 && request.commands.some(isOlder)) this.tally.add('command of an older version taken')
      if (answer.results.some(({ status }) => status === 'rejected')) this.tally.add('command rejected')
      return answer
    } catch (thrown) {
      if (thrown instanceof ServerProblem && thrown.details.code === 'COMMAND_UNKNOWN')
        this.tally.add('command an older server does not know')
      throw thrown
    }
  }

  /** Pushes, and kills the process during the push if a kill is due. */
  private async pushOrDie<T>(push: () => Promise<T>): Promise<T> {
    if (!this.isKillDue) return push()
    this.isKillDue = false
    const answer = push()
    answer.catch(() => undefined)
    await sleep(this.scheduler.chance.below(PUSH_MS))
    this.tally.add('server killed with a push under way')
    await this.whileStopped(async () => undefined)
    return answer
  }

  private whileStopped<T>(work: () => Promise<T>): Promise<T> {
    return this.scheduler.during(async () => {
      await this.child.kill()
      const result = await work()
      await this.child.start()
      return result
    })
  }

  async restart(): Promise<void> {
    // every second restart waits for the next push and interrupts it
    this.restartCount += 1
    if (this.restartCount % 2 === 1) this.isKillDue = true
    else await this.whileStopped(async () => undefined)
  }

  async backup(): Promise<void> {
    await this.scheduler.during(() => this.place.backUp(`backup-${this.backupCount}`, this.child))
    this.backupCount += 1
  }

  async restore(nth: number): Promise<boolean> {
    if (this.backupCount === 0) return false
    await this.whileStopped(() => this.place.restore(`backup-${nth % this.backupCount}`))
    this.restores += 1
    // a push may have been under way during the backup
    this.isHalfwayBack = true
    // the backup may contain other roles
    this.roles.fill('user')
    return true
  }

  async upgrade(): Promise<void> {
    if (this.child.release === 2) return
    this.child.release = 2
    await this.whileStopped(async () => undefined)
  }

  async setRole(person: number, role: User['role']): Promise<void> {
    const nth = person % this.roles.length
    if (this.roles[nth] === role) return
    const problem = await this.scheduler.during(() => this.child.order({ setRole: [EMAILS[nth] as string, role] }))
    // the last admin keeps the role
    if (!problem) this.roles[nth] = role
  }

  async writeElsewhere(): Promise<Done> {
    const { chance, nowMs } = this.scheduler
    const [uid] = this.people.admins
    const newId = () => uuidv7(nowMs, chance.bytes(10))
    const args = { id: newId(), texts: { itemName: 'From elsewhere', barcode1: '' }, quantity: 1 }
    const command = { id: newId(), name: addMasterItem.name, version: addMasterItem.version, args, at: nowMs }
    const push = { clientId: newId(), protocol: PROTOCOL_VERSION, commands: [command] }
    await this.portFor(uid as string, () => false)
      .push(push)
      .catch(() => undefined)
    return { commandId: command.id, byUid: uid as string, deeds: deedsOf(command.name, args) }
  }

  /** Does nothing: the server's own clock ends its trades. */
  async keepTrades(): Promise<void> {}

  /** Does nothing: the server's own clock moves its returns. */
  async keepReturns(): Promise<void> {}

  async examine(): Promise<Truth> {
    await this.child.kill()
    return withPlatform(this.place, readTruth)
  }

  async close(): Promise<void> {
    await this.child.kill()
    await this.place.remove()
  }
}
