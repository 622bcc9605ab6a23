import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerOf, callInPage, type EngineBrowser, type PointerActions } from './engine.ts'

// Firefox, driven by WebDriver BiDi: https://w3c.github.io/webdriver-bidi. Its own protocol is Playwright's only with Playwright's own build.

const CANDIDATES = [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox']
const START_TIMEOUT_MS = 120_000

type Message = {
  readonly id?: number
  readonly type: 'success' | 'error' | 'event'
  readonly result?: unknown
  readonly message?: string
  readonly method?: string
  readonly params?: unknown
}
type Evaluation =
  | { readonly type: 'success'; readonly result: { readonly value?: unknown } }
  | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } }
type LogEntry = { readonly type: string; readonly level: string; readonly text: string }

/** One connection to the browser: sends commands and matches their answers. */
class Wire {
  private readonly waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  private lastId = 0
  private constructor(
    private readonly socket: WebSocket,
    private readonly onEvent: (method: string, params: unknown) => void,
  ) {
    socket.addEventListener('message', ({ data }) => this.take(JSON.parse(String(data)) as Message))
    socket.addEventListener('close', () => this.end())
  }

  static async open(url: string, onEvent: (method: string, params: unknown) => void): Promise<Wire> {
    const socket = new WebSocket(url)
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve())
      socket.addEventListener('error', () => reject(new Error(`nothing answers at ${url}`)))
    })
    return new Wire(socket, onEvent)
  }

  send<T>(method: string, params: unknown): Promise<T> {
    const id = ++this.lastId
    const answer = new Promise<unknown>((resolve, reject) => this.waiting.set(id, { resolve, reject }))
    this.socket.send(JSON.stringify({ id, method, params }))
    return answer as Promise<T>
  }

  private take(message: Message): void {
    if (message.type === 'event') this.onEvent(message.method ?? '', message.params)
    const asker = this.waiting.get(message.id ?? 0)
    this.waiting.delete(message.id ?? 0)
    if (message.type === 'success') asker?.resolve(message.result)
    else asker?.reject(new Error(message.message))
  }

  private end(): void {
    for (const { reject } of this.waiting.values()) reject(new Error('the browser is gone'))
    this.waiting.clear()
  }
}

/** Starts Firefox and answers the address at which it listens. */
function listening(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let log = ''
    const fail = (why: string) => reject(new Error(`Firefox ${why}:\n${log.slice(-2_000)}`))
    browser.stderr?.on('data', (chunk) => {
      log += chunk
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(log)?.[1]
      if (address) resolve(address)
    })
    browser.once('error', ({ message }) => fail(`does not start: ${message}`))
    browser.once('exit', (code) => fail(`ended with code ${code}`))
    setTimeout(() => fail('did not listen in time'), START_TIMEOUT_MS).unref()
  })
}

export async function openFirefox(): Promise<EngineBrowser> {
  const program = CANDIDATES.find((path) => path && existsSync(path))
  if (!program) throw new Error('no Firefox found: set FIREFOX_PATH')
  const profile = await mkdtemp(join(tmpdir(), 'shop-firefox-'))
  // Firefox refuses a home folder that belongs to somebody else
  const browser = spawn(program, ['--headless', '--remote-debugging-port=0', '--profile', profile], {
    env: { ...process.env, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const close = async () => {
    if (browser.exitCode === null && browser.signalCode === null) {
      const ended = new Promise((resolve) => browser.once('exit', resolve))
      browser.kill('SIGKILL')
      await ended
    }
    // its processes still write for a moment
    await rm(profile, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    return { ...(await drive(await listening(browser))), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function drive(address: string): Promise<Omit<EngineBrowser, 'close'>> {
  const errors: string[] = []
  const wire = await Wire.open(`${address}/session`, (_, params) => {
    const { type, level, text } = params as LogEntry
    if (type === 'javascript' && level === 'error') errors.push(text)
  })
  await wire.send('session.new', { capabilities: {} })
  await wire.send('session.subscribe', { events: ['log.entryAdded'] })
  const tree = await wire.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = tree.contexts[0]?.context
  await wire.send('browsingContext.setViewport', { context, viewport: { width: 1180, height: 820 } })
  const wait = 'complete'
  return {
    errors,
    goto: async (url) => void (await wire.send('browsingContext.navigate', { context, url, wait })),
    reload: async () => void (await wire.send('browsingContext.reload', { context, wait })),
    perform: async (actions: PointerActions) => void (await wire.send('input.performActions', { context, actions: [actions] })),
    async evaluate<A, R>(run: (argument: A) => R | Promise<R>, argument: A) {
      const expression = callInPage(run, argument)
      const answer = await wire.send<Evaluation>('script.evaluate', { expression, target: { context }, awaitPromise: true })
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
      return answerOf<R>(answer.result.value)
    },
  }
}
