import { gunzipSync } from 'node:zlib'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { unpackPage } from '@shop/shared/kernel/packed-page.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { RowSum } from '@shop/shared/kernel/row-hash.ts'
import type { CommandResult, FreshStartReason, PullRequest, QueuedCommand, StartHeader, WireRow } from '@shop/shared/kernel/wire.ts'
import type { Platform, PlatformConfig } from '../platform.ts'
import { admin, consignor, freshId, putUser, system, testCommands } from './commands.ts'
import type { Open } from './databases.ts'

type Sums = Readonly<Record<string, { readonly count: number; readonly hash: number }>>

/** Opens a platform with the test commands, an admin and a consignor. */
export async function openShop(open: Open, config: Partial<PlatformConfig> = {}): Promise<Platform> {
  const platform = await open({ commands: testCommands, ...config })
  await platform.runCommand(system, putUser, { id: admin.uid, role: 'admin' })
  await platform.runCommand(system, putUser, { id: consignor.uid, role: 'user' })
  return platform
}

/** Unpacks the lines of a first sync. */
export async function unzipped(lines: AsyncIterable<Uint8Array>): Promise<string[]> {
  const texts: string[] = []
  for await (const line of lines) texts.push(gunzipSync(line).toString())
  return texts
}

/** A minimal device: the rows that it has synced, without an outbox. */
export class TestClient {
  readonly clientId = freshId()
  readonly rows = new Map<string, Map<string, WireRow>>()
  readonly results = new Map<string, CommandResult>()
  cursor = ''
  /** The command that was acknowledged last. */
  private newestDone: string | undefined
  private newestSeal: string | undefined
  private everyResult = true
  /** Runs after each switch to pulled rows. */
  onSwitch = () => {}

  constructor(
    public platform: Platform,
    readonly actor: Actor,
  ) {}

  push(...commands: QueuedCommand[]): Promise<CommandResult[]> {
    return this.platform.push(this.actor, { clientId: this.clientId, protocol: PROTOCOL_VERSION, commands }).then(({ results }) => results)
  }

  /** Sends acknowledged commands again with their seals, as devices do after a restore. */
  replay(...commands: QueuedCommand[]): Promise<CommandResult[]> {
    return this.push(...commands.map((command) => ({ ...command, replay: true, seal: this.results.get(command.id)?.seal })))
  }

  /** Starts afresh. Later changes come with `pull`. */
  async start(): Promise<StartHeader> {
    const lines = await unzipped(await this.platform.start(this.actor, PROTOCOL_VERSION))
    if (lines.at(-1) !== 'end') throw new Error('the first sync was cut short')
    const header = JSON.parse(lines[0] as string) as StartHeader
    this.rows.clear()
    for (const line of lines.slice(1, -1)) {
      const [collection, page] = line.split('\t') as [string, string]
      for (const row of unpackPage<WireRow>(page)) this.put(collection, row)
    }
    this.cursor = header.cursor
    this.everyResult = true
    this.newestDone = undefined
    return header
  }

  request(more: Partial<PullRequest> = {}): PullRequest {
    const { clientId, cursor, everyResult, newestDone, newestSeal } = this
    return {
      clientId,
      protocol: PROTOCOL_VERSION,
      cursor,
      everyResult,
      ...(newestDone ? { newestDone, ...(newestSeal ? { newestSeal } : {}) } : {}),
      ...more,
    }
  }

  /** Pulls until there is no more, and calls `between` between two pages. Answers a reason when the server demands a fresh start, or when the
   *  server's sums differ from this client's. */
  async pull(between: () => Promise<void> = async () => {}): Promise<FreshStartReason | 'drifted' | undefined> {
    for (;;) {
      const answer = await this.pullOnce(between)
      if (typeof answer === 'string') return answer
      if (!answer.paged) return answer.sums && this.differing(answer.sums).length > 0 ? 'drifted' : undefined
    }
  }

  /** Pulls until the standby has answered. An open transaction of the cluster, such as a vacuum, makes the primary answer pulls. */
  async pullFromStandby(): Promise<void> {
    const served = async () => (await this.platform.metrics.pulls.get()).values.find(({ labels }) => labels.from === 'standby')?.value ?? 0
    const before = await served()
    // the server does not ask the standby for half a minute after a failure
    const untilMs = performance.now() + 90_000
    while ((await served()) === before) {
      if (performance.now() > untilMs) throw new Error('the standby answers no pulls')
      const reason = await this.pull()
      if (reason) throw new Error(`the pull was answered ${reason}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  /** Runs one pull with all its pages. */
  async pullOnce(between: () => Promise<void>): Promise<FreshStartReason | { paged: boolean; sums: Sums | undefined }> {
    const staged: (() => void)[] = []
    for (let page: string | undefined; ; ) {
      const answer = await this.platform.pull(this.actor, this.request(page === undefined ? {} : { page }))
      if (answer.kind === 'startAfresh') return answer.reason
      staged.push(() => this.apply(answer))
      if (!answer.more) {
        for (const apply of staged) apply()
        this.onSwitch()
        this.everyResult = false
        return { paged: page !== undefined, sums: answer.sums }
      }
      page = answer.page
      await between()
    }
  }

  /** Lists the collections whose sums differ from the server's. */
  async drifted(): Promise<string[]> {
    await this.pull()
    const answer = await this.platform.pull(this.actor, this.request({ audit: true }))
    if (answer.kind !== 'changes' || !answer.sums) throw new Error('no sums')
    this.apply(answer)
    return this.differing(answer.sums)
  }

  private differing(sums: Sums): string[] {
    return Object.entries(sums).flatMap(([collection, sum]) => {
      const mine = new RowSum()
      for (const row of this.rows.get(collection)?.values() ?? []) mine.add(row.id, row.$v)
      return mine.count === sum.count && mine.hash === sum.hash ? [] : [collection]
    })
  }

  row(collection: string, id: string): WireRow | undefined {
    return this.rows.get(collection)?.get(id)
  }

  private apply(answer: Extract<Awaited<ReturnType<Platform['pull']>>, { kind: 'changes' }>): void {
    for (const [collection, { put, remove }] of Object.entries(answer.changes)) {
      for (const row of put) this.put(collection, row)
      for (const id of remove) this.rows.get(collection)?.delete(id)
    }
    for (const result of answer.results) {
      this.results.set(result.id, result)
      if (result.status === 'done') [this.newestDone, this.newestSeal] = [result.id, result.seal]
    }
    this.cursor = answer.cursor
  }

  private put(collection: string, row: WireRow): void {
    const rows = this.rows.get(collection) ?? new Map<string, WireRow>()
    this.rows.set(collection, rows.set(row.id, row))
  }
}
