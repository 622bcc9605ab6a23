import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { CommandResult, PullResponse, PushResponse, QueuedCommand, StartHeader } from '@shop/shared/kernel/wire.ts'

/** Statuses after which the app retries, because the server is stopping or the proxy reaches no server. */
const AGAIN = new Set([502, 503, 504])
const PAUSE_MS = 100
/** Number of attempts after which a request counts as lost. */
const MAX_ATTEMPTS = 600

/** A device that sends requests over HTTP as the app does, and repeats a request until it gets an answer. */
export class HttpDevice {
  readonly clientId = uuidv7(Date.now(), randomBytes(10))
  /** Ids of pulled rows, by collection. */
  readonly rows = new Map<string, Set<string>>()
  /** Number of attempts by outcome: a status, or `broken` for a broken connection. */
  readonly attempts = new Map<string, number>()
  private cursor = ''

  constructor(
    private readonly address: string,
    private readonly token: string,
  ) {}

  /** Runs a first sync and keeps only its cursor. So `rows` has only what later pulls bring. */
  async start(): Promise<void> {
    const text = await this.ask('GET', `/sync/start?protocol=${PROTOCOL_VERSION}`)
    this.cursor = (JSON.parse(text.slice(0, text.indexOf('\n'))) as StartHeader).cursor
  }

  async push(commands: readonly QueuedCommand[]): Promise<readonly CommandResult[]> {
    const answer = await this.ask('POST', '/sync/push', { clientId: this.clientId, protocol: PROTOCOL_VERSION, commands })
    return (JSON.parse(answer) as PushResponse).results
  }

  /** Pulls until there is no more, and answers the ids of the rows that came. Throws when the server demands a fresh start, which a device that is up
   *  to date never needs. */
  async pull(): Promise<ReadonlyMap<string, readonly string[]>> {
    const came = new Map<string, string[]>()
    for (let page: string | undefined; ; ) {
      const request = { clientId: this.clientId, protocol: PROTOCOL_VERSION, cursor: this.cursor, ...(page ? { page } : {}) }
      const answer = JSON.parse(await this.ask('POST', '/sync/pull', request)) as PullResponse
      if (answer.kind !== 'changes') throw new Error(`the server wants a fresh start: ${answer.reason}`)
      for (const [collection, { put, remove }] of Object.entries(answer.changes)) {
        const ids = this.rows.get(collection) ?? new Set()
        this.rows.set(collection, ids)
        for (const { id } of put) ids.add(id)
        came.set(collection, [...(came.get(collection) ?? []), ...put.map(({ id }) => id)])
        for (const id of remove) ids.delete(id)
      }
      page = answer.page
      if (answer.more) continue
      this.cursor = answer.cursor
      return came
    }
  }

  /** Follows the event stream, and reopens it when it ends. `onPoke` runs on each poke, and on each new stream, because the device misses pokes
   *  between two streams. */
  async follow(signal: AbortSignal, onPoke: () => void): Promise<void> {
    while (!signal.aborted) {
      const stream = await this.attempt(() => this.fetch('GET', `/sync/events?clientId=${this.clientId}`, undefined, signal))
      if (stream && stream.status !== 200 && !AGAIN.has(stream.status)) throw new Error(`the event stream answered ${stream.status}`)
      const texts = stream?.status === 200 ? stream.body?.pipeThrough(new TextDecoderStream()) : undefined
      try {
        for await (const text of texts ?? []) if (/^event: (?:hello|poke)$/m.test(text)) onPoke()
      } catch (error) {
        if (!isBroken(error)) throw error
      }
      if (!signal.aborted) await sleep(PAUSE_MS)
    }
  }

  private async ask(method: string, path: string, body?: unknown): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.attempt(async () => {
        const response = await this.fetch(method, path, body)
        return { status: response.status, text: await response.text() }
      })
      if (answer?.status === 200) return answer.text
      if (attempt >= MAX_ATTEMPTS || (answer && !AGAIN.has(answer.status)))
        throw new Error(`${path} answered ${answer?.status} ${answer?.text} (attempt ${attempt})`)
      await sleep(PAUSE_MS)
    }
  }

  /** Makes one attempt and counts its outcome; undefined when the connection broke. */
  private async attempt<T extends { readonly status: number }>(ask: () => Promise<T>): Promise<T | undefined> {
    const answer = await ask().catch((error: unknown) => {
      if (!isBroken(error)) throw error
      return undefined
    })
    const ending = answer ? String(answer.status) : 'broken'
    this.attempts.set(ending, (this.attempts.get(ending) ?? 0) + 1)
    return answer
  }

  private fetch(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    return fetch(`${this.address}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    })
  }
}

/** True for a failed or broken connection, which fetch reports as a TypeError, and for an aborted request. */
const isBroken = (error: unknown) => error instanceof TypeError || (error as Error | null)?.name === 'AbortError'
