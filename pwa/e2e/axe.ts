import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const { source } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))('axe-core') as { source: string }

type Place = { readonly target: readonly string[]; readonly any: readonly { readonly message: string }[] }
type Found = { readonly id: string; readonly nodes: readonly Place[] }
type Axe = { run(context: object, options: object): Promise<{ violations: readonly Found[] }> }

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules that compare colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

type Scheme = 'light' | 'dark'

type Scope = {
  /** Selector of the part to check, such as the open window. */
  readonly within?: string
  /** The only rules to check, such as those that depend on the theme. */
  readonly rules?: readonly string[]
  /** Selector of elements to skip, such as rows that resemble the first rows. */
  readonly without?: string
}

/** Violations of WCAG 2.2 AA and good practice, as "rule: place (why)". The check skips frames: axe would wait in vain
 *  for the frames of mails, which run no script. */
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

/** Violations in both colour schemes. Only the rules that compare colours depend on the scheme, so dark is checked for nothing else. */
export async function barriers(page: Page, scope: Scope = {}): Promise<string[]> {
  const before = await page.evaluate(() => document.documentElement.dataset.mantineColorScheme as Scheme)
  await showIn(page, 'light')
  const light = await violations(page, scope)
  await showIn(page, 'dark')
  const dark = await violations(page, { ...scope, rules: COLOUR_RULES })
  await showIn(page, before)
  return [...light, ...dark.map((one) => `dark, ${one}`)]
}

/** Switches the colour scheme and waits for all transitions, since a colour measured during one would be wrong. */
async function showIn(page: Page, scheme: Scheme): Promise<void> {
  await page.evaluate(async (wanted) => {
    document.documentElement.dataset.mantineColorScheme = wanted
    // waits for windows that appear, but not for endless animations
    const changes = () =>
      document.getAnimations().filter((one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime))
    // transitions of inherited colours begin later
    while (changes().length > 0) await Promise.allSettled(changes().map(({ finished }) => finished))
  }, scheme)
}

/** Expects no violation on the current screen, open windows included, light and dark. `what` names the screen in the failure. */
export const expectNoBarriers = async (page: Page, what: string): Promise<void> => expect(await barriers(page), what).toEqual([])
