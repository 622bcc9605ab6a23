import { type User, users } from '@shop/shared/accounts/schema.ts'
import { items } from '@shop/shared/inventory/schema.ts'
import type { Row } from '@shop/shared/kernel/define-command.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { DEFAULT_SETTINGS, SHOP_SETTINGS_ID, settings } from '@shop/shared/settings/schema.ts'
import { ServerProblem } from '../src/sync/ports/ports.ts'
import { openSealedPart } from '../src/sync/testing/sealing.ts'
import { ADMINS, CONSIGNORS, EARLIER, firstRelease, PEOPLE, secondRelease, userOf } from './goods.ts'
import { commandOfDesk, isAtDesk } from './model-desk.ts'
import type { ModelDisk } from './model-disk.ts'
import { dueInTrades, waitingReturns } from './model-keeping.ts'
import { type Mistake, ModelServer } from './model-server.ts'
import { commandOfTrade, modelTradeIdOf } from './model-trades.ts'
import { Life, type Scheduler } from './scheduler.ts'
import type { PersonalServer, SimulatedServer, Truth } from './simulated-server.ts'
import type { Tally } from './tally.ts'

/** Maximum number of rows in one page. It is small, so that many pulls have several pages. */
const PAGE_ROWS = 7
/** Maximum number of turns for which a slow transaction stays open. */
const SLOW_TURNS = 40
const SLOW_SHARE = 0.2
const LOST_POKES = 0.2

/** The simulated shop on the in-memory server. */
export class ModelShop implements SimulatedServer {
  readonly isOpenBook = true
  readonly hasOwnClock = false
  readonly people = { admins: ADMINS, consignors: CONSIGNORS, earlier: EARLIER }
  private readonly server: ModelServer
  private readonly world = new Life()
  private process = new Life()
  restores = 0
  isHalfwayBack = false
  private readonly backups: { readonly disk: ModelDisk; readonly isBusy: boolean }[] = []
  private readonly pokes = new Set<() => void>()

  constructor(
    private readonly scheduler: Scheduler,
    private readonly tally: Tally,
    mistake?: Mistake,
  ) {
    const ports = {
      pause: (why: 'transaction' | 'page' | 'slow write') => this.pause(this.turnsOf(why)),
      nowMs: () => scheduler.nowMs,
      poke: () => this.poke(),
      pageRows: PAGE_ROWS,
      note: tally.add.bind(tally),
      ran: tally.ran.bind(tally),
      mistake,
    }
    this.server = new ModelServer(ports, firstRelease)
    for (const person of PEOPLE) this.server.write(users, person, person.id)
    this.server.write(settings, DEFAULT_SETTINGS, SHOP_SETTINGS_ID)
  }

  readonly tradeIdOf = (_uid: string, key: string): string => modelTradeIdOf(key)

  portFor(uid: string, isTokenExpired: () => boolean): PersonalServer {
    const { server } = this
    const requireSignIn = () => {
      if (isTokenExpired()) throw new ServerProblem('signedOut', 'Please sign in.', { status: 401, code: 'SIGN_IN_REQUIRED' })
    }
    return {
      push: async (request) => {
        requireSignIn()
        return server.push(uid, request)
      },
      pull: async (request) => {
        requireSignIn()
        return server.pull(uid, request)
      },
      call: async (asked) => {
        requireSignIn()
        return server.call(uid, asked.key, (disk) => (isAtDesk(asked) ? commandOfDesk(disk, asked) : commandOfTrade(disk, uid, asked)))
      },
      openSealed: async (part) => {
        requireSignIn()
        return openSealedPart(part)
      },
      start: (clientId) => {
        requireSignIn()
        return server.start(uid, clientId)
      },
      events: ({ onOpen, onPoke }, signal) =>
        new Promise((resolve) => {
          requireSignIn()
          onOpen()
          this.pokes.add(onPoke)
          signal.addEventListener('abort', () => {
            this.pokes.delete(onPoke)
            resolve()
          })
        }),
    }
  }

  async restart(): Promise<void> {
    this.newProcess(() => this.server.boot())
  }

  /** Takes a backup of the running server as PostgreSQL does: the backup lacks open transactions, which may commit right afterwards. */
  async backup(): Promise<void> {
    const { isBusy } = this.server
    if (isBusy) this.tally.add('backup taken while a transaction was open')
    this.backups.push({ disk: this.server.backup(), isBusy })
  }

  async restore(nth: number): Promise<boolean> {
    const backup = this.backups[nth % Math.max(1, this.backups.length)]
    if (!backup) return false
    this.isHalfwayBack ||= backup.isBusy
    this.newProcess(() => this.server.restore(backup.disk))
    this.restores += 1
    return true
  }

  async upgrade(): Promise<void> {
    this.server.release = secondRelease
    this.newProcess(() => this.server.boot())
  }

  private newProcess(change: () => void): void {
    if (this.server.isBusy) this.tally.add('server killed with a push under way')
    this.process.isOver = true
    this.process = new Life()
    change()
  }

  async setRole(person: number, role: User['role']): Promise<void> {
    const uid = ADMINS[person % ADMINS.length] as string
    this.server.write(users, userOf(uid, role, role === 'user' ? this.scheduler.nowMs : null), uid)
  }

  /** Runs a slow transaction, and a quick one that overtakes it. */
  async writeElsewhere(): Promise<null> {
    const [slow, quick] = this.server.all(items)
    const touched = (row: Row) => ({ ...row, updatedAtMs: this.scheduler.nowMs })
    if (slow) this.server.writeSlowly(items, slow.id, touched).catch(() => undefined)
    if (quick) this.server.write(items, touched(quick), quick.id)
    return null
  }

  async keepTrades(): Promise<void> {
    const { nowMs, chance } = this.scheduler
    for (const due of dueInTrades(this.server.reader())) this.server.keep(uuidv7(nowMs, chance.bytes(10)), due)
  }

  async keepReturns(): Promise<void> {
    const { nowMs, chance } = this.scheduler
    for (const due of waitingReturns(this.server.reader())) this.server.keep(uuidv7(nowMs, chance.bytes(10)), due)
  }

  async examine(): Promise<Truth> {
    return this.server
  }

  private turnsOf(why: 'transaction' | 'page' | 'slow write'): number {
    const { chance } = this.scheduler
    if (why === 'page') return 1
    if (why === 'slow write') return SLOW_TURNS
    return chance.isHit(SLOW_SHARE) ? chance.below(SLOW_TURNS) : chance.below(3)
  }

  /** Waits in the life of the world instead of that of the process. A request to a dead process thus fails instead of waiting for ever. */
  private async pause(turns: number): Promise<void> {
    const life = this.process
    for (let left = turns; left > 0; left--) {
      await this.scheduler.turn(this.world)
      if (life.isOver) throw new ServerProblem('offline', 'the server went away')
    }
  }

  private poke(): void {
    for (const poke of [...this.pokes])
      void this.scheduler.turn(this.process).then(() => {
        if (!this.scheduler.chance.isHit(LOST_POKES)) poke()
      })
  }
}
