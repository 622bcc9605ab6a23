import type { BrowserContext, Page } from 'playwright-core'

/** Delay before the page is read for printing, as on a phone. */
const DIALOG_MS = 200

/** Records printed texts instead of opening the browser's dialog. As on phones, the page continues and is read some time later. */
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

/** Text of this page's first sheet. */
export async function firstPrint(page: Page): Promise<string> {
  const handle = await page.waitForFunction(() => (window as unknown as { printed: string[] }).printed[0])
  return (await handle.jsonValue()) as string
}
