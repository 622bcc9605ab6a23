import type { BrowserContext, Page } from 'playwright-core'

/** How long a phone takes before it looks at what it is to print. */
const DIALOG_MS = 200

/** Keeps the texts of what is printed instead of opening the browser's dialog. As on phones nobody waits for it, and the page is taken some time later. */
export async function keepPrints(context: BrowserContext): Promise<void> {
  await context.addInitScript((dialogMs) => {
    const printed: string[] = []
    const take = () => {
      printed.push(document.querySelector('[data-print-sheet]')?.textContent ?? 'nothing')
      window.dispatchEvent(new Event('afterprint'))
    }
    Object.assign(window, { printed, print: () => void setTimeout(take, dialogMs) })
  }, DIALOG_MS)
}

/** The text of the first sheet of this page. */
export async function firstPrint(page: Page): Promise<string> {
  const handle = await page.waitForFunction(() => (window as unknown as { printed: string[] }).printed[0])
  return (await handle.jsonValue()) as string
}
