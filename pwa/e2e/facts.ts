import type { Locator, Page } from 'playwright-core'

/** Terms of a list of facts with their definitions. */
export function factsIn(where: Page | Locator): Promise<[term: string, definition: string][]> {
  return where
    .getByRole('term')
    .evaluateAll((terms) => terms.map((term) => [term.textContent ?? '', term.nextElementSibling?.textContent ?? '']))
}
