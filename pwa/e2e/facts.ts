import type { Locator, Page } from 'playwright-core'

/** What a list of facts says: each term with what stands behind it. */
export function factsIn(where: Page | Locator): Promise<[term: string, definition: string][]> {
  return where
    .getByRole('term')
    .evaluateAll((terms) => terms.map((term) => [term.textContent ?? '', term.nextElementSibling?.textContent ?? '']))
}
