import { Parser } from 'htmlparser2'
import { productPictures } from './json-ld.ts'

/** Maximum nesting of elements. Pages that people read are less deep. */
const MAX_DEPTH = 1_000
/** Maximum number of candidates of one rank. */
const MAX_OF_RANK = 10
const MAX_ADDRESS = 2_000
/** Maximum number of characters of one script with product data. */
const MAX_JSON = 500_000

/** Element ids of the product's own picture on the pages of one large retailer. */
const LANDING_IDS: readonly string[] = ['landingImage', 'imgBlkFront', 'ebooksImgBlkFront']
/** Ranks of the candidates; lower is better. Candidates of equal rank keep the order of the page. */
const RANKS = { landing: 0, openGraph: 1, twitter: 2, productData: 3, link: 4, itemprop: 5 } as const
type Rank = (typeof RANKS)[keyof typeof RANKS]
type Attributes = Readonly<Record<string, string>>

const META_RANKS: Readonly<Record<string, Rank>> = {
  'og:image': RANKS.openGraph,
  'og:image:url': RANKS.openGraph,
  'og:image:secure_url': RANKS.openGraph,
  'twitter:image': RANKS.twitter,
  'twitter:image:src': RANKS.twitter,
}

/** Headlines of pages that ask for proof of being human. */
const WALL =
  /^\s*(?:robot check|just a moment|attention required|access denied|are you (?:a )?human|pardon our interruption|security check|bot check)/i
/** File names of tracking pixels and placeholders. */
const BLANK = /(?:^|[/_.-])(?:1x1|pixel|spacer|blank|transparent(?:-pixel)?|beacon|tracking|uedata|clear)(?:[_.-][^/]*)?$/i

class Enough extends Error {}

/** Searches the text of a page, piece by piece, for the picture of the product. The page may be hostile, so depth, number and length of the
 *  remembered parts are limited. */
export class PagePictures {
  isWall = false
  private readonly candidates: { rank: Rank; address: string }[] = []
  private base: string | undefined
  private depth = 0
  private isTitle = false
  private title = ''
  private json: string | undefined
  private isOver = false
  private readonly parser: Parser

  constructor() {
    this.parser = new Parser({
      onopentag: (name, attributes) => this.open(name, attributes),
      ontext: (text) => this.text(text),
      onclosetag: (name) => this.close(name),
    })
  }

  /** Parses the next piece of the page. False when the page is nested too deeply, so that its rest is ignored. */
  write(text: string): boolean {
    if (this.isOver) return false
    try {
      this.parser.write(text)
    } catch (error) {
      if (!(error instanceof Enough)) throw error
      this.isOver = true
    }
    return !this.isOver
  }

  /** Answers the best picture as an absolute address; undefined when the page names no picture that `isAccepted`. */
  best(pageUrl: string, isAccepted: (url: string) => boolean): string | undefined {
    const base = this.base !== undefined && URL.canParse(this.base, pageUrl) ? new URL(this.base, pageUrl).href : pageUrl
    for (const { address } of this.candidates.toSorted((a, b) => a.rank - b.rank)) {
      if (!URL.canParse(address, base)) continue
      const url = new URL(address, base)
      if (url.href.length <= MAX_ADDRESS && !BLANK.test(url.pathname) && isAccepted(url.href)) return url.href
    }
    return undefined
  }

  private open(name: string, attributes: Attributes): void {
    this.depth += 1
    if (this.depth > MAX_DEPTH) throw new Enough()
    if (name === 'base') this.base ??= attributes.href
    else if (name === 'title') this.isTitle = this.title === ''
    else if (name === 'meta') this.meta(attributes)
    else if (name === 'img') this.picture(attributes)
    else if (name === 'link' && words(attributes.rel).includes('image_src')) this.add(RANKS.link, attributes.href)
    else if (name === 'link' && attributes.itemprop === 'image') this.add(RANKS.itemprop, attributes.href)
    else if (name === 'form' && /validateCaptcha/i.test(attributes.action ?? '')) this.isWall = true
    else if (name === 'script' && words(attributes.type)[0] === 'application/ld+json') this.json = ''
  }

  private meta(attributes: Attributes): void {
    const rank = META_RANKS[(attributes.property ?? attributes.name ?? '').trim().toLowerCase()]
    if (rank !== undefined) this.add(rank, attributes.content)
    else if (attributes.itemprop === 'image') this.add(RANKS.itemprop, attributes.content)
  }

  private picture(attributes: Attributes): void {
    if ([attributes.width, attributes.height].some((side) => side !== undefined && Number.parseInt(side, 10) <= 2)) return
    if (LANDING_IDS.includes(attributes.id ?? '')) {
      this.add(RANKS.landing, attributes['data-old-hires'])
      this.add(RANKS.landing, largestOf(attributes['data-a-dynamic-image']))
      this.add(RANKS.landing, attributes.src)
    } else if (attributes.itemprop === 'image') this.add(RANKS.itemprop, attributes.src)
  }

  private text(text: string): void {
    if (this.isTitle && this.title.length < 200) this.title += text
    if (this.json !== undefined) this.json = this.json.length + text.length > MAX_JSON ? undefined : this.json + text
  }

  private close(name: string): void {
    this.depth -= 1
    if (name === 'title') {
      this.isTitle = false
      if (WALL.test(this.title)) this.isWall = true
    } else if (name === 'script' && this.json !== undefined) {
      for (const address of productPictures(this.json)) this.add(RANKS.productData, address)
      this.json = undefined
    }
  }

  private add(rank: Rank, address: string | undefined): void {
    const plain = address?.trim() ?? ''
    if (plain === '' || plain.length > MAX_ADDRESS || /^(?:data|blob|javascript):/i.test(plain)) return
    // a frequent kind must leave room for the other kinds
    if (this.candidates.filter((one) => one.rank === rank).length < MAX_OF_RANK) this.candidates.push({ rank, address: plain })
  }
}

const words = (text: string | undefined): string[] => (text ?? '').toLowerCase().split(/[\s;]+/)

/** Answers the address of the largest picture in `{"address": [width, height]}`. */
function largestOf(sizes: string | undefined): string | undefined {
  if (sizes === undefined || sizes.length > MAX_JSON) return undefined
  let largest: { readonly address: string; readonly area: number } | undefined
  try {
    for (const [address, size] of Object.entries(JSON.parse(sizes) ?? {})) {
      const [width, height] = Array.isArray(size) ? size.map(Number) : []
      const area = (width || 0) * (height || 0)
      if (!largest || area > largest.area) largest = { address, area }
    }
  } catch {
    // malformed sizes are ignored
  }
  return largest?.address
}
