/** Number of sales per request, and number of copies of the row. Together they fill even a wide screen. */
const SALES = 15
const COPIES = 3
/** Seconds per sale for one pass of the animation. */
const SECONDS_EACH = 4
const LOGO = '/icons/icon.svg'

type Sale = { readonly itemName: string; readonly imageUrl: string; readonly salePrice: number }

/** Copy of `thumbnailOf` in shared. An import of the original would load the app's first chunk. */
export const ownPictureOf = (url: string): string => `/api/images/thumbnail?of=${encodeURIComponent(url)}`

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Fills the row of latest sales. If the server gives no answer, the row says that there are no recent sales. */
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
  // with reduced motion people scroll the row by hand
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

/** One copy of the row. Screen readers get only the first. */
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

/** The shop’s thumbnail, else the original picture, else the logo. Blank pictures of one pixel count as missing. */
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

/** Lets people pause the ticker, because motion distracts some of them (WCAG 2.2.2). */
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
