import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../sync-server/src/platform/testing/free-port.ts'
import { answerOf, callInPage, type EngineBrowser } from './engine.ts'

// WebKit in GTK's small browser, driven by WebDriver (https://w3c.github.io/webdriver) on a screen of its own.

const DRIVER = process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver'
const DISPLAY_SERVER = process.env.XVFB_PATH ?? '/usr/bin/Xvfb'
const START_TIMEOUT_MS = 60_000
const SCRIPT_TIMEOUT_MS = 120_000

/** A virtual screen, and its name for DISPLAY. */
async function openDisplay(): Promise<{ readonly process: ChildProcess; readonly name: string }> {
  const screen = spawn(DISPLAY_SERVER, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    screen.once('error', reject)
    screen.once('exit', (code) => reject(new Error(`Xvfb ended with code ${code}`)))
    screen.stdio[3]?.once('data', (data) => resolve(String(data).trim()))
  })
  return { process: screen, name: `:${number}` }
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** Sends one command of WebDriver, and answers its value. */
async function send<T>(url: string, method: string, body?: unknown): Promise<T> {
  const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: T & { readonly message?: string } }
  if (!response.ok) throw new Error(value?.message ?? `${method} ${url}: ${response.status}`)
  return value
}

export async function openWebKit(): Promise<EngineBrowser> {
  const home = await mkdtemp(join(tmpdir(), 'shop-webkit-'))
  const display = await openDisplay()
  const port = await freePort()
  const driver = spawn(DRIVER, [`--port=${port}`], {
    env: {
      ...process.env,
      HOME: home,
      XDG_DATA_HOME: join(home, 'data'),
      XDG_CACHE_HOME: join(home, 'cache'),
      DISPLAY: display.name,
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
    stdio: 'ignore',
  })
  const base = `http://127.0.0.1:${port}`
  let session: string | undefined
  const close = async () => {
    if (session) await send(session, 'DELETE').catch(() => undefined)
    await end(driver)
    await end(display.process)
    await rm(home, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    const giveUpAt = Date.now() + START_TIMEOUT_MS
    while (
      !(await send(`${base}/status`, 'GET').then(
        () => true,
        () => false,
      ))
    ) {
      if (Date.now() > giveUpAt) throw new Error('WebKitWebDriver does not answer')
      await sleep(50)
    }
    const made = await send<{ sessionId: string }>(`${base}/session`, 'POST', { capabilities: {} })
    session = `${base}/session/${made.sessionId}`
    await send(`${session}/timeouts`, 'POST', { script: SCRIPT_TIMEOUT_MS, pageLoad: SCRIPT_TIMEOUT_MS })
    await send(`${session}/window/rect`, 'POST', { width: 1180, height: 900 })
    return { ...drive(session), close }
  } catch (error) {
    await close()
    throw error
  }
}

function drive(session: string): Omit<EngineBrowser, 'close'> {
  return {
    errors: [],
    goto: async (url) => void (await send(`${session}/url`, 'POST', { url })),
    reload: async () => void (await send(`${session}/refresh`, 'POST', {})),
    perform: async (actions) => void (await send(`${session}/actions`, 'POST', { actions: [actions] })),
    async evaluate<A, R>(run: (argument: A) => R | Promise<R>, argument: A) {
      const script = `const done = arguments[arguments.length - 1]; ${callInPage(run, argument)}.then((json) => done({ json }), (error) => done({ error: String(error) }))`
      const { json, error } = await send<{ json?: string; error?: string }>(`${session}/execute/async`, 'POST', { script, args: [] })
      if (error !== undefined) throw new Error(error)
      return answerOf<R>(json)
    },
  }
}
