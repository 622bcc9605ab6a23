import type { BrowserContext, Page } from 'playwright-core'

/** Keeps the texts of what is printed instead of opening the browser's dialog. */
export async function keepPrints(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const printed: string[] = []
    Object.assign(window, { printed, print: () => printed.push(document.querySelector('[data-print-sheet]')?.textContent ?? '') })
  })
}

/** The text of the first sheet of this page. */
export async function firstPrint(page: Page): Promise<string> {
  const handle = await page.waitForFunction(() => (window as unknown as { printed: string[] }).printed[0])
  return (await handle.jsonValue()) as string
}
