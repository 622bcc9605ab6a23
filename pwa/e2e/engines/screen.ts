import { expect } from 'vitest'
import type { EngineBrowser } from './engine.ts'

/** Longest wait for a condition: a second browser engine on a busy machine. */
const TIMEOUT_MS = 90_000
const INTERVAL_MS = 100

const ROLES = {
  button: 'button, [role="button"]',
  option: '[role="option"]',
  menuitem: '[role="menuitem"]',
  field: 'input',
} as const

type Wanted = { readonly selector: string; readonly source: string; readonly flags: string }

/** The screen of an engine's browser as a person uses it: they find things by role and name, and press what is ready and in front. */
export class Screen {
  constructor(readonly browser: EngineBrowser) {}

  /** Presses the first such element, once it is enabled, at rest and not covered. */
  async press(role: keyof typeof ROLES, name: RegExp): Promise<void> {
    const at = await until(`press the ${role} ${name}`, () => this.browser.evaluate(placeToPress, wanted(role, name)))
    await this.browser.perform({
      type: 'pointer',
      id: 'pointer',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', ...at },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    })
  }

  /** Replaces the text of a field, as an input method does. */
  async fill(name: RegExp, text: string): Promise<void> {
    await until(`fill the field ${name}`, () => this.browser.evaluate(writeInto, { ...wanted('field', name), text }))
  }

  /** Waits until the page, or its part with this label, shows a text. Answers what the pattern matched. */
  async untilShown(text: RegExp, label?: string): Promise<string> {
    return until(`see ${text}`, async () => {
      const shown = await this.browser.evaluate(textShown, label ?? null)
      const found = text.exec(shown)
      if (!found) throw new Error(`the page shows:\n${shown.slice(0, 2_000)}`)
      return found[0]
    })
  }

  async untilHidden(text: RegExp): Promise<void> {
    await until(`see no ${text}`, async () => {
      if (text.test(await this.browser.evaluate(textShown, null))) throw new Error('it is still shown')
    })
  }

  /** Waits until a function in the page answers true. */
  async untilTrue<A>(what: string, run: (argument: A) => boolean | Promise<boolean>, argument: A): Promise<void> {
    await until(what, async () => {
      if (!(await this.browser.evaluate(run, argument))) throw new Error(`at ${await this.browser.evaluate(() => location.href, null)}`)
    })
  }
}

const wanted = (role: keyof typeof ROLES, { source, flags }: RegExp): Wanted => ({ selector: ROLES[role], source, flags })

/** Tries until it succeeds, and throws its last error when the time is over. A page that is just leaving fails too, and is tried again. */
async function until<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  let answer: { readonly value: T } | undefined
  const failureOf = () =>
    attempt().then(
      (value) => {
        answer = { value }
        return null
      },
      (error: Error) => error.message,
    )
  await expect.poll(failureOf, { timeout: TIMEOUT_MS, interval: INTERVAL_MS, message: what }).toBe(null)
  return (answer as { readonly value: T }).value
}

// The functions below run in the page. Each is whole in itself, because only its own text travels there.

async function placeToPress({ selector, source, flags }: Wanted): Promise<{ x: number; y: number }> {
  const nameOf = (element: Element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
  const name = new RegExp(source, flags)
  const element = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility() && name.test(nameOf(one)))
  if (!element) throw new Error(`there is none; the page shows:\n${document.body.innerText.slice(0, 2_000)}`)
  if (element.matches(':disabled, [aria-disabled="true"]')) throw new Error('it is disabled')
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const before = element.getBoundingClientRect()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const { left, top, width, height } = element.getBoundingClientRect()
  if (before.left !== left || before.top !== top) throw new Error('it moves')
  const at = { x: Math.floor(left + width / 2), y: Math.floor(top + height / 2) }
  const front = document.elementFromPoint(at.x, at.y)
  if (!front || !element.contains(front)) throw new Error(`${front?.outerHTML.slice(0, 200)} covers it`)
  return at
}

function writeInto({ selector, source, flags, text }: Wanted & { readonly text: string }): void {
  const nameOf = (input: HTMLInputElement) => (input.getAttribute('aria-label') ?? input.labels?.[0]?.textContent ?? '').trim()
  const name = new RegExp(source, flags)
  const field = [...document.querySelectorAll<HTMLInputElement>(selector)].find((one) => one.checkVisibility() && name.test(nameOf(one)))
  if (!field) throw new Error(`there is none; the page shows:\n${document.body.innerText.slice(0, 2_000)}`)
  field.focus()
  field.select()
  document.execCommand('insertText', false, text)
  if (field.value !== text) throw new Error(`it holds “${field.value}”`)
}

function textShown(label: string | null): string {
  const part = label === null ? document.body : document.querySelector<HTMLElement>(`[aria-label="${label}"]`)
  return part?.innerText ?? ''
}
