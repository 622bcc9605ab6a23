import { type Item, items } from '@shop/shared/inventory/schema.ts'
import { PACKED_PAGE_ROWS } from '@shop/shared/kernel/limits.ts'
import { cents } from '@shop/shared/kernel/money.ts'
import { packPage } from '@shop/shared/kernel/packed-page.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { StartHeader } from '@shop/shared/kernel/wire.ts'

const MAKERS =
  'Royal Albert,Le Creuset,Singer,Kodak,Levi Strauss,Wedgwood,Bialetti,Pyrex,Fender,Omega,Moser,Thonet,Braun,Meissen,Lladró'.split(',')
const KINDS =
  'teapot,casserole,sewing machine,camera,denim jacket,dinner plate,espresso maker,mixing bowl,guitar strap,wristwatch,vase'.split(',')
const TRAITS = 'blue,gold rim,1960s,hand painted,boxed,mint,worn,large,small,pair of,signed,rare,set of four,walnut,enamel'.split(',')
const SYLLABLES = 'ka,lo,mi,ter,van,ost,bel,dra,sen,uki,pho,rin,gal,wex,tum,ori'.split(',')

/** Makes pseudo-random numbers that are the same in every run. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const pick = <T>(of: readonly T[], random: (below: number) => number): T => of[random(of.length)] as T

/** A word that few items share, such as a model, a pattern or an artist. */
const rareWord = (random: (below: number) => number) => Array.from({ length: 3 }, () => pick(SYLLABLES, random)).join('')

const numbered = (kind: number, n: number) => `0190000${kind}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** The `n`-th item of a test shop: about 430 bytes of JSON. */
export function makeItem(n: number): Item & { $v: number } {
  const random = seeded(n * 2_654_435_761)
  const [maker, kind, trait, word] = [pick(MAKERS, random), pick(KINDS, random), pick(TRAITS, random), rareWord(random)]
  const consignorId = n % 2 === 0 ? numbered(2, n % 50) : null
  return {
    id: numbered(1, n),
    source: consignorId ? 'ConsignorInventory' : 'MasterInventory',
    consignorId,
    itemName: `${maker} ${kind} ${word} ${trait}`,
    listingTitle: `Pre-owned ${maker} ${kind}, ${trait}, ${word}`,
    barcode1: String(10_000_000_000 + random(900_000_000) * 100 + (n % 100)).padStart(12, '0'),
    barcode2: '',
    location: `Shelf ${random(400)}`,
    link: '',
    imageUrl: `https://pictures.shop.example/items/${n}/front.jpg`,
    priceCents: cents(100 + random(20_000)),
    stockCount: 1 + random(5),
    recountedAtMs: null,
    createdAtMs: 1_760_000_000_000,
    updatedAtMs: 1_760_000_000_000,
    $v: 1_000 + Math.floor(n / 10_000),
  }
}

/** A first sync of `count` items, line by line as the server sends it. */
export function startLines(count: number): string[] {
  const header: StartHeader = { protocol: PROTOCOL_VERSION, cursor: 'bench', counts: { [items.name]: count }, serverNowMs: Date.now() }
  const lines = [JSON.stringify(header)]
  for (let from = 0; from < count; from += PACKED_PAGE_ROWS) {
    const rows = Array.from({ length: Math.min(PACKED_PAGE_ROWS, count - from) }, (_, index) => makeItem(from + index))
    lines.push(`${items.name}\t${packPage(rows)}`)
  }
  return [...lines, 'end']
}

/** Typical input of cashiers: a word, parts of names, three words, the tail of a barcode, a scanned barcode, a typing error. */
export function typicalQueries(rows: readonly Item[], count: number): string[] {
  const random = seeded(7)
  return Array.from({ length: count }, (_, at) => {
    const item = pick(rows, random)
    const words = item.itemName.split(' ')
    const word = pick(words, random)
    switch (at % 6) {
      case 0:
        return word
      case 1:
        return word.slice(0, 3)
      case 2:
        return item.itemName.slice(2, 9)
      case 3:
        return words.slice(-3).join(' ')
      case 4:
        return at % 12 === 4 ? item.barcode1 : item.barcode1.slice(-5)
      default:
        return `${word.slice(0, 4)}q${word.slice(4)}`
    }
  })
}

/** Names of goods as somebody may mistype them: each with one long word in which a letter is missing, doubled, wrong or swapped with its neighbour. */
export function misspeltQueries(rows: readonly Item[], count: number): string[] {
  const random = seeded(11)
  return Array.from({ length: count }, (_, at) => {
    const words = pick(rows, random).itemName.split(' ')
    const word = words.find((one) => /^\p{L}{5,}$/u.test(one)) ?? 'nutela'
    const [start, a, b, end] = [word.slice(0, 2), word[2], word[3], word.slice(4)]
    const misspelt = start + [`${b}`, `${a}${a}${b}`, `q${b}`, `${b}${a}`][at % 4] + end
    return at % 2 === 0 ? misspelt : [misspelt, ...words.filter((one) => one !== word).slice(0, 1)].join(' ')
  })
}
