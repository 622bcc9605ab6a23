/** Sales it asks for, and how often each is in the row, so that the row never ends on a wide screen. */
const SALES = 15
const COPIES = 3
/** Seconds for which one sale passes. */
const SECONDS_EACH = 4
const LOGO = '/icons/icon.svg'

type Sale = { readonly itemName: string; readonly imageUrl: string; readonly salePrice: number }

/** `thumbnailOf` of shared, written out: imported from there, it would bring the app's first file along. */
export const ownPictureOf = (url: string): string => `/api/images/thumbnail?of=${encodeURIComponent(url)}`

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Fills the row of latest sales. Without an answer it is empty. */
export async function runTicker(): Promise<void> {
  const section = document.querySelector<HTMLElement>('.ticker')
  const track = section?.querySelector<HTMLElement>('.ticker-track')
  const message = section?.querySelector<HTMLElement>('.ticker-message')
  if (!section || !track || !message) return
  const sales = await latestSales().catch((thrown: unknown) => {
    console.warn('the latest sales cannot be shown', thrown)
    return []
  })
  section.dataset.state = sales.length === 0 ? 'empty' : 'filled'
  if (sales.length === 0) {
    message.textContent = 'No recent sales to display'
    return
  }
  message.remove()
  track.style.setProperty('--seconds', `${Math.max(20, sales.length * SECONDS_EACH)}s`)
  track.append(...Array.from({ length: COPIES }, (_, at) => row(sales, at > 0)))
  // the row scrolls by hand where it does not move by itself
  track.parentElement?.setAttribute('tabindex', '0')
  track.parentElement?.setAttribute('role', 'group')
  track.parentElement?.setAttribute('aria-label', 'Latest sales')
  letPause(section)
}

async function latestSales(): Promise<Sale[]> {
  const response = await fetch(`/api/sales/recent-with-images?limit=${SALES}`, { credentials: 'omit' })
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  const { sales } = (await response.json()) as { sales: Sale[] }
  return sales.slice(0, SALES)
}

/** One copy of the row. All but the first are for the eye alone. */
function row(sales: readonly Sale[], isCopy: boolean): HTMLElement {
  const list = element('ul', 'ticker-list')
  if (isCopy) list.setAttribute('aria-hidden', 'true')
  list.append(
    ...sales.map((sale) => {
      const words = element('span', 'sold-words')
      words.append(element('bdi', 'sold-name', sale.itemName), element('span', 'sold-price', `Sold for ${dollars.format(sale.salePrice)}`))
      const item = element('li', 'sold')
      item.append(picture(sale.imageUrl), words)
      return item
    }),
  )
  return list
}

/** The shop’s thumbnail of an item’s picture, else the picture itself; the logo where there is none, it fails, or is a blank of one pixel. */
function picture(url: string): HTMLElement {
  const image = document.createElement('img')
  Object.assign(image, { alt: '', width: 56, height: 56, decoding: 'async', referrerPolicy: 'no-referrer' })
  const addresses = url === '' ? [] : [ownPictureOf(url), url]
  const showNext = () => {
    const next = addresses.shift()
    if (next === undefined) {
      image.onerror = image.onload = null
      image.className = 'is-logo'
    }
    image.src = next ?? LOGO
  }
  image.onerror = showNext
  image.onload = () => image.naturalWidth <= 1 && showNext()
  showNext()
  return image
}

/** Whoever is distracted by it can stop it, for as long as they like (WCAG 2.2.2). */
function letPause(section: HTMLElement): void {
  const button = section.querySelector<HTMLButtonElement>('.pause')
  const label = button?.querySelector('span')
  if (!button || !label) return
  button.hidden = false
  button.addEventListener('click', () => {
    const isPaused = section.toggleAttribute('data-paused')
    label.textContent = isPaused ? 'Play' : 'Pause'
  })
}

function element(name: string, className: string, text?: string): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  if (text !== undefined) made.textContent = text
  return made
}
