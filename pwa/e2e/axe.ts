import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What axe finds against WCAG 2.2 AA and good practice, as "rule: place". */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** axe finds nothing on what is shown now, light and dark, open windows included. `what` names it when it does. */
export async function expectNoBarriers(page: Page, what: string): Promise<void> {
  const before = await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
  const found: Record<string, string[]> = {}
  for (const scheme of ['light', 'dark']) {
    await page.evaluate(async (wanted) => {
      document.documentElement.dataset.mantineColorScheme = wanted
      // colours that are on their way are measured half way
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    }, scheme)
    const list = await violations(page)
    if (list.length > 0) found[`${what}, ${scheme}`] = list
  }
  await page.evaluate((scheme) => void (document.documentElement.dataset.mantineColorScheme = scheme), before)
  expect(found).toEqual({})
}
