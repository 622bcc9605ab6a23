import type { Page } from 'playwright-core'

/** Maximum number of stops of the Tab key to check on a screen. */
const MAX_STOPS = 60
/** Maximum number of further checks of a page that is wider than its window, a tenth of a second apart. */
const MAX_LOOKS = 30

/** Stops of the Tab key that a person cannot see, because they are covered or have no focus indicator (WCAG 2.4.7, 2.4.11). */
export async function unseenStops(page: Page): Promise<string[]> {
  // from here on the browser shows the focus
  await page.keyboard.press('Tab')
  return page.evaluate((max) => {
    // a colour measured during a transition would not be the final one
    const still = document.createElement('style')
    still.textContent = '* { transition: none !important }'
    document.head.append(still)
    const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex]'
    const canBeSeen = { visibilityProperty: true, opacityProperty: false }
    const stops = [...document.querySelectorAll<HTMLElement>(STOPS)].filter(
      (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility(canBeSeen) && !stop.closest('[inert]'),
    )
    const marks = (stop: HTMLElement) =>
      [stop, stop.nextElementSibling, stop.parentElement, stop.parentElement?.parentElement]
        .filter((element) => element instanceof Element)
        .map((element) => {
          const { outlineStyle, outlineWidth, borderColor, boxShadow, backgroundColor } = getComputedStyle(element)
          return [outlineStyle, outlineWidth, borderColor, boxShadow, backgroundColor].join()
        })
        .join()
    const isUncovered = (stop: HTMLElement) => {
      // some controls are drawn by their label or track, and visible only there
      const own = stop.getBoundingClientRect()
      const shown = own.width < 4 || getComputedStyle(stop).opacity === '0' ? (stop.closest('label, div') ?? stop) : stop
      const { left, top, width, height } = shown.getBoundingClientRect()
      return [0.1, 0.5, 0.9].some((x) =>
        [0.1, 0.5, 0.9].some((y) => {
          const hit = document.elementFromPoint(left + width * x, top + height * y)
          return (
            hit !== null &&
            (shown.contains(hit) || (hit !== document.body && hit.contains(stop) && hit.matches('label, a, button, span, div')))
          )
        }),
      )
    }
    const found: string[] = []
    for (const stop of stops.slice(0, max)) {
      ;(document.activeElement as HTMLElement | null)?.blur()
      const before = marks(stop)
      stop.focus()
      if (document.activeElement !== stop) continue
      const name = `${stop.tagName.toLowerCase()} “${(stop.getAttribute('aria-label') ?? stop.textContent ?? '').trim().slice(0, 40)}”`
      if (marks(stop) === before) found.push(`no mark of the focus: ${name}`)
      if (!isUncovered(stop)) found.push(`covered: ${name}`)
    }
    ;(document.activeElement as HTMLElement | null)?.blur()
    still.remove()
    return found
  }, MAX_STOPS)
}

/** Elements wider than the window or outside it, which a person would have to scroll in two directions to read (WCAG 1.4.10). */
export async function beyondWindow(page: Page): Promise<string[]> {
  let found = await widerThanWindow(page)
  // rows become cards some frames after a resize
  for (let look = 0; look < MAX_LOOKS && found.length > 0; look++) {
    await page.waitForTimeout(100)
    found = await widerThanWindow(page)
  }
  return found
}

function widerThanWindow(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    const found: string[] = []
    const { scrollingElement } = document
    if (scrollingElement && scrollingElement.scrollWidth > window.innerWidth + 1) found.push(`the page: ${scrollingElement.scrollWidth} px`)
    const main = document.querySelector('main')
    if (main && main.scrollWidth > main.clientWidth + 1) found.push(`main: ${main.scrollWidth} of ${main.clientWidth} px`)
    for (const element of document.querySelectorAll('a[href], button, input, select, textarea, h1, h2, [role="tab"]')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.shop-visually-hidden')) continue
      let scroller = element.parentElement
      while (scroller && !(scroller.scrollWidth > scroller.clientWidth && /auto|scroll/.test(getComputedStyle(scroller).overflowX)))
        scroller = scroller.parentElement
      const { left, right, width } = element.getBoundingClientRect()
      if (!scroller && width > 1 && (left < -1 || right > window.innerWidth + 1))
        found.push(
          `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`,
        )
    }
    return found
  })
}

/** Finds a window that scrolls as a whole, which moves the navigation away and shows empty space. Text for screen readers causes this when no
 *  scrolling element contains it. */
export function straySpace(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollHeight } = document.documentElement
    return scrollHeight > window.innerHeight + 1 ? [`the window scrolls: ${scrollHeight} of ${window.innerHeight} px`] : []
  })
}

/** Controls within a part of the page, such as the till, that a thumb would miss: below 44 px in width or height. */
export function smallTargets(page: Page, within: string): Promise<string[]> {
  return page.evaluate((place) => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        `${place} :is(button, a[href], select, input:not([type="radio"]), [role="option"], label:has(input[type="radio"]))`,
      ),
    ]
    return controls
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
      .map(
        ({ control, box }) =>
          `${(control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 40)}: ${Math.round(box.width)} × ${Math.round(box.height)}`,
      )
  }, within)
}

/** Chosen elements that look like their neighbours, and invisible checkboxes and switches. Forced colours cause both: they remove backgrounds. */
export function unmarkedChoices(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const CHOSEN = ['[aria-current]', '[aria-selected="true"]', '[aria-pressed="true"]', 'input[type="radio"]:checked']
    const drawn = (choice: Element) => (choice instanceof HTMLInputElement ? (choice.labels?.[0] ?? choice) : choice)
    const isSeen = (choice: Element) => drawn(choice).checkVisibility({ visibilityProperty: true })
    const neighboursOf = (choice: Element): Element[] =>
      choice instanceof HTMLInputElement ? [...document.getElementsByName(choice.name)] : [...(choice.parentElement?.children ?? [])]
    const look = (element: Element) => {
      const { outlineStyle, outlineWidth, borderStyle, borderWidth, borderColor, color, backgroundColor } = getComputedStyle(element)
      return [outlineStyle, outlineWidth, borderStyle, borderWidth, borderColor, color, backgroundColor].join()
    }
    const hasBorder = (element: Element | null) => element !== null && Number.parseFloat(getComputedStyle(element).borderTopWidth) > 0
    const nameOf = (choice: Element) => (choice.getAttribute('aria-label') ?? drawn(choice).textContent ?? '').trim().slice(0, 40)
    const alike = [...document.querySelectorAll(CHOSEN.join())].filter(isSeen).filter((choice) => {
      const others = neighboursOf(choice).filter((other) => other.tagName === choice.tagName && !other.matches(CHOSEN.join()))
      return others.some((other) => look(drawn(other)) === look(drawn(choice)))
    })
    const undrawn = [...document.querySelectorAll('input[type="checkbox"]')]
      .filter(isSeen)
      .filter((box) => ![box, box.nextElementSibling].some(hasBorder))
    return [...alike.map((one) => `drawn like its neighbours: ${nameOf(one)}`), ...undrawn.map((one) => `not drawn: ${nameOf(one)}`)]
  })
}

/** Repeats a check until it finds nothing or has failed often, because the layout settles some frames after a resize. */
export async function onceSettled(look: () => Promise<string[]>): Promise<string[]> {
  for (let tried = 0; ; tried++) {
    const found = await look()
    if (found.length === 0 || tried === 10) return found
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
