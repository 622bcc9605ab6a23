import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const { source } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))('axe-core') as { source: string }

type Place = { readonly target: readonly string[]; readonly any: readonly { readonly message: string }[] }
type Found = { readonly id: string; readonly nodes: readonly Place[] }
type Axe = { run(context: object, options: object): Promise<{ violations: readonly Found[] }> }

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What to look at, and for what. */
type Scope = {
  /** A selector: only what is within, such as the window that is open. */
  readonly within?: string
  /** Only these rules, such as those that a theme decides. */
  readonly rules?: readonly string[]
  /** A selector: what is left out, such as rows that are like the first ones. */
  readonly without?: string
}

/** What axe finds against WCAG 2.2 AA and good practice, as "rule: place (why)". It runs in the page itself: frames of mails, which let nothing run, are not waited for. */
export async function violations(page: Page, { within, rules, without }: Scope = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const options = {
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: TAGS },
    resultTypes: ['violations'],
    iframes: false,
    preload: false,
  }
  const context = { include: [within ?? 'html'], ...(without === undefined ? {} : { exclude: [without] }) }
  const found = await page.evaluate(
    async ([where, chosen]) => (await (window as unknown as { axe: Axe }).axe.run(where, chosen)).violations,
    [context, options] as const,
  )
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')}${any[0] ? ` (${any[0].message})` : ''}`),
  )
}

/** The colour scheme of what is shown, changed without a visit to the profile. Colours that are on their way would be measured half way. */
export async function showIn(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(async (wanted) => {
    document.documentElement.dataset.mantineColorScheme = wanted
    // what goes on for ever is no change; windows that appear are
    const changes = () =>
      document.getAnimations().filter((one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime))
    // what inherits a colour follows it
    while (changes().length > 0) await Promise.allSettled(changes().map(({ finished }) => finished))
  }, scheme)
}

/** axe finds nothing on what is shown now, light and dark, open windows included. `what` names it when it does. */
export async function expectNoBarriers(page: Page, what: string): Promise<void> {
  const before = await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
  const found: Record<string, string[]> = {}
  for (const scheme of ['light', 'dark'] as const) {
    await showIn(page, scheme)
    const list = await violations(page)
    if (list.length > 0) found[`${what}, ${scheme}`] = list
  }
  await page.evaluate((scheme) => void (document.documentElement.dataset.mantineColorScheme = scheme), before)
  expect(found).toEqual({})
}
