import type { Locator, Page } from 'playwright-core'

/** Reads a definition list: each term with its definition. */
export function factsIn(where: Page | Locator): Promise<[term: string, definition: string][]> {
  return where
    .getByRole('term')
    .evaluateAll((terms) => terms.map((term) => [term.textContent ?? '', term.nextElementSibling?.textContent ?? '']))
}
