import type { AnyCollection, AnyCommand, Row } from '@shop/shared/kernel/define-command.ts'
import { invalid, kernelRefusals } from '@shop/shared/kernel/errors.ts'
import { packPage } from '@shop/shared/kernel/packed-page.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { mayRun, readArgs, runOver, WriteLayer } from '@shop/shared/kernel/unit-of-work.ts'
import type { CommandResult, PullRequest, PullResponse, PushRequest, PushResponse, StartHeader, WireRow } from '@shop/shared/kernel/wire.ts'
import { ServerProblem, type StartLine } from '../src/sync/ports/ports.ts'
import { ModelDisk, type Release } from './model-disk.ts'
import { type ModelCursor, pullPage, visibleRows, whyAfresh } from './model-reading.ts'
import type { Happening } from './tally.ts'

export type { Release } from './model-disk.ts'

/** A mistake built into the server, to prove that the simulation finds it. `runsAgain`: the server forgets which commands it ran. `newestCursor`: its
 *  cursor is the newest transaction instead of the oldest running one. `trustsLostFutures`: it never starts a device afresh after a restore. */
export type Mistake = 'runsAgain' | 'newestCursor' | 'trustsLostFutures'

type Ports = {
  /** Waits while other steps run. */
  readonly pause: (why: 'transaction' | 'page' | 'slow write') => Promise<void>
  readonly nowMs: () => number
  readonly poke: () => void
  readonly pageRows: number
  readonly note?: (what: Happening, times?: number) => void
  /** Called with the name of each command that is done. */
  readonly ran?: (name: string) => void
  readonly mistake?: Mistake | undefined
}

const sealOf = (id: string, uid: string) => `done ${id} ${uid}`

/** The server in memory, with PostgreSQL's transaction ids: a transaction takes its xid when it begins, and may commit long after transactions
 *  that began later. The server runs the real commands with the real `runOver`, and answers push, pull and first sync as the real server does. */
export class ModelServer {
  private disk = new ModelDisk()
  private running = new Set<number>()
  private newestSnapshot = 0
  private bootCount = 0

  constructor(
    private readonly ports: Ports,
    public release: Release,
  ) {
    this.boot()
  }

  get isBusy(): boolean {
    return this.running.size > 0
  }

  /** Starts a new process on the same disk, without the uncommitted transactions. */
  boot(): void {
    this.running = new Set()
    this.bootCount += 1
    this.disk.boots.push({ id: `boot-${this.bootCount}`, xid: this.disk.nextXid++ })
  }

  backup(): ModelDisk {
    return this.disk.copy()
  }

  restore(backup: ModelDisk): void {
    this.disk = backup.copy()
    this.newestSnapshot = 0
    this.boot()
  }

  /** Writes outside any command, for set-up and for the effects of calls. */
  write<R extends Row>(collection: AnyCollection, row: R | null, id: string): void {
    const layer = new WriteLayer(this.disk)
    layer.write(collection.name, id, row)
    this.commit(layer, this.disk.nextXid++)
  }

  /** Changes a row in a transaction during which other transactions begin and end. */
  async writeSlowly(collection: AnyCollection, id: string, change: (row: Row) => Row): Promise<void> {
    const xid = await this.begin('slow write')
    const layer = new WriteLayer(this.disk)
    const row = this.disk.get(collection, id)
    if (row) layer.write(collection.name, id, change(row))
    this.commit(layer, xid)
  }

  private async begin(why: 'transaction' | 'slow write'): Promise<number> {
    const { running } = this
    const xid = this.disk.nextXid++
    running.add(xid)
    await this.ports.pause(why)
    if (running !== this.running) throw new ServerProblem('offline', 'the server went away')
    return xid
  }

  private commit(layer: WriteLayer, xid: number): void {
    this.running.delete(xid)
    const changed = this.disk.commit(layer, xid, this.release)
    if (xid < this.newestSnapshot) this.ports.note?.('row committed behind a handed-out snapshot', changed)
    this.ports.poke()
  }

  reader(): ModelDisk {
    return this.disk
  }

  all<R extends Row>(collection: AnyCollection): R[] {
    return this.disk.all(collection)
  }

  resultOf(commandId: string): CommandResult | undefined {
    return this.disk.log.get(commandId)?.result
  }

  /** The rows that this person's devices must have in the end. */
  visibleTo(uid: string): Map<string, Map<string, WireRow>> {
    return visibleRows(this.disk, this.release.collections, this.disk.viewer(uid))
  }

  async push(uid: string, request: PushRequest): Promise<PushResponse> {
    for (const { name, version } of request.commands) {
      const known = this.release.commands.find((command) => command.name === name)
      if (!known || known.version < version) {
        this.ports.note?.('command an older server does not know')
        throw new ServerProblem('refused', kernelRefusals.COMMAND_UNKNOWN.message, { status: 409, code: 'COMMAND_UNKNOWN' })
      }
      if (version < known.version) this.ports.note?.('command of an older version taken')
    }
    const xid = await this.begin('transaction')
    const layer = new WriteLayer(this.disk)
    const results = request.commands.map((queued) => this.result(layer, uid, request.clientId, queued, xid))
    this.commit(layer, xid)
    return { results, serverNowMs: this.ports.nowMs() }
  }

  private result(layer: WriteLayer, uid: string, clientId: string, queued: PushRequest['commands'][number], xid: number): CommandResult {
    const { id } = queued
    const fingerprint = JSON.stringify([queued.name, queued.version, queued.args])
    const kept = this.ports.mistake === 'runsAgain' ? undefined : this.disk.log.get(id)
    if (kept && kept.fingerprint !== fingerprint)
      return { id, status: 'rejected', code: 'ID_REUSED', message: kernelRefusals.ID_REUSED.message }
    const result = kept?.result ?? this.run(layer, uid, queued)
    if (!kept && queued.replay) {
      // the seal may be that of another person who sent the command first; the server then takes it like a new command
      if (queued.seal === undefined) throw new Error(`${queued.name} comes back without the seal of its acknowledgement`)
      this.ports.note?.('command replayed to a restored server')
    }
    if (!kept && result.status === 'rejected') this.ports.note?.('command rejected')
    this.disk.log.set(id, { fingerprint, result })
    this.disk.acks.push({ clientId, uid, id, xid })
    return result
  }

  private run(layer: WriteLayer, uid: string, queued: PushRequest['commands'][number]): CommandResult {
    const actor = this.disk.actor(uid)
    const command = this.release.commands.find(({ name }) => name === queued.name) as AnyCommand
    const rejected = (code: string, message: string): CommandResult => ({ id: queued.id, status: 'rejected', code, message })
    if (!mayRun(command, actor) || command.channel === 'server') return rejected('FORBIDDEN', kernelRefusals.FORBIDDEN.message)
    const parsed = readArgs(command, queued.version, queued.args)
    if (!parsed.success) return rejected('INVALID', invalid(parsed.error).message)
    const receivedAtMs = this.ports.nowMs()
    const times = { nowMs: Math.min(queued.at, receivedAtMs), receivedAtMs, isReturned: queued.replay === true }
    const outcome = runOver(layer, command, parsed.data, { commandId: queued.id, ...times, actor })
    if (outcome.status === 'refused') return rejected(outcome.refusal.code, outcome.refusal.message)
    layer.absorb(outcome.writes)
    this.ports.ran?.(command.name)
    return { id: queued.id, status: 'done', seal: sealOf(queued.id, uid) }
  }

  /** Runs a command of a call. A call that was done before is done; one that was refused runs again. */
  async call(
    uid: string,
    commandId: string,
    made: (disk: ModelDisk) => { command: AnyCommand; args: unknown } | undefined,
  ): Promise<boolean> {
    const isAgain = this.disk.log.get(commandId)?.result.status === 'done' && this.ports.mistake !== 'runsAgain'
    const asked = isAgain ? undefined : made(this.disk)
    if (!asked) return isAgain
    const xid = await this.begin('transaction')
    const layer = new WriteLayer(this.disk)
    const isDone = this.runCall(layer, uid, commandId, asked)
    this.commit(layer, xid)
    return isDone
  }

  private runCall(layer: WriteLayer, uid: string, commandId: string, { command, args }: { command: AnyCommand; args: unknown }): boolean {
    const { disk, ports } = this
    if (disk.log.get(commandId)?.result.status === 'done' && ports.mistake !== 'runsAgain') return true
    const actor = disk.actor(uid)
    const parsed = readArgs(command, command.version, args)
    if (!mayRun(command, actor) || !parsed.success) return false
    const times = { nowMs: ports.nowMs(), receivedAtMs: ports.nowMs(), isReturned: false }
    const outcome = runOver(layer, command, parsed.data, { commandId, ...times, actor })
    if (outcome.status === 'refused') return false
    layer.absorb(outcome.writes)
    ports.ran?.(command.name)
    disk.log.set(commandId, { fingerprint: '', result: { id: commandId, status: 'done' } })
    return true
  }

  /** Runs a command of the server itself, at once. */
  keep(commandId: string, { command, args }: { command: AnyCommand; args: unknown }): void {
    const actor = { uid: 'system', role: 'system', wasAdmin: false } as const
    const times = { nowMs: this.ports.nowMs(), receivedAtMs: this.ports.nowMs(), isReturned: false }
    const layer = new WriteLayer(this.disk)
    const outcome = runOver(layer, command, args, { commandId, ...times, actor })
    if (outcome.status === 'refused') throw outcome.refusal
    if (outcome.writes.size === 0) return
    layer.absorb(outcome.writes)
    this.ports.ran?.(command.name)
    this.commit(layer, this.disk.nextXid++)
  }

  private snapshotFor(uid: string): ModelCursor {
    const { nextXid } = this.disk
    if (this.running.size > 0) this.ports.note?.('snapshot taken while a writer was under way')
    this.newestSnapshot = nextXid
    const xmin = this.ports.mistake === 'newestCursor' ? nextXid : Math.min(nextXid, ...this.running)
    return { boot: this.disk.boots.at(-1)?.id ?? '', xmin, xmax: nextXid, uid, role: this.disk.viewer(uid).role }
  }

  async pull(uid: string, request: PullRequest): Promise<PullResponse> {
    const { disk, ports } = this
    const viewer = disk.viewer(uid)
    const isTrusting = ports.mistake === 'trustsLostFutures'
    const reason = whyAfresh(disk, request, viewer, isTrusting)
    if (reason) return { kind: 'startAfresh', reason, serverNowMs: ports.nowMs() }
    const now = this.snapshotFor(uid)
    const { collections } = this.release
    const answer = pullPage(disk, request, { collections, viewer, isTrusting, now, pageRows: ports.pageRows, nowMs: ports.nowMs() })
    if (answer.kind === 'changes' && answer.more && !request.page) this.ports.note?.('pull of several pages')
    return answer
  }

  async *start(uid: string, clientId: string | null): AsyncIterable<StartLine> {
    this.ports.note?.('fresh start')
    const visible = this.visibleTo(uid)
    const header: StartHeader = {
      protocol: PROTOCOL_VERSION,
      cursor: JSON.stringify(this.snapshotFor(uid)),
      counts: Object.fromEntries([...visible].map(([name, rows]) => [name, rows.size])),
      serverNowMs: this.ports.nowMs(),
    }
    yield { text: JSON.stringify(header) }
    for (const [name, rows] of visible) {
      const all = [...rows.values()]
      for (let from = 0; from < all.length; from += this.ports.pageRows) {
        await this.ports.pause('page')
        yield { text: `${name}\t${packPage(all.slice(from, from + this.ports.pageRows))}` }
      }
    }
    const news =
      clientId === null ? null : await this.pull(uid, { clientId, protocol: PROTOCOL_VERSION, cursor: header.cursor, everyResult: true })
    yield { text: news ? `end\t${JSON.stringify(news)}` : 'end' }
  }
}
