import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** A phone, and a tablet in portrait and landscape. */
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1180, height: 820 },
] as const

/** Expects links, buttons, inputs, drawings, cells and headings within the window's width, at each size. `what` names the screen in the failure. */
export async function expectFits(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()
  try {
    for (const size of WINDOWS) {
      await page.setViewportSize(size)
      const found = () =>
        page.evaluate(async () => {
          for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
          return [...document.querySelectorAll('main :is(a, button, input, svg, td, h1, h2)')]
            .filter((element) => {
              const { left, right, width } = element.getBoundingClientRect()
              return width > 0 && (left < -1 || right > window.innerWidth + 1)
            })
            .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`)
        })
      // rows become cards, and a chart is drawn again, some frames after a resize
      await expect.poll(found, { message: `${what}, ${size.width} px`, timeout: 10_000 }).toEqual([])
    }
  } finally {
    if (before) await page.setViewportSize(before)
  }
}
