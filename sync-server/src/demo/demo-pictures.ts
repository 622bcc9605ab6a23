import type { Thumbnails } from '../images/thumbnails/thumbnails.ts'
import { ART_DESIGNS, ART_PX, drawnPixels } from './demo-art.ts'
import { DEMO_GOODS, type DemoGood } from './demo-goods.ts'

type Kind = DemoGood[2]

/** An address that nobody serves or requests, because each of these links has its thumbnail from the start. */
const HOME = 'https://pictures.demo.example'
const QUALITY = 80

const linkOf = (kind: Kind, design: number) => `${HOME}/${kind}-${design + 1}.webp`

/** Picks the picture of an item, always the same for the same name. */
export function demoPicture(name: string, kind: Kind): string {
  const sum = [...name].reduce((before, letter) => (before * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7)
  return linkOf(kind, sum % ART_DESIGNS)
}

/** Draws the pictures of the demo shop and stores them as thumbnails, as if they had been fetched. */
export async function keepDemoPictures(thumbnails: Pick<Thumbnails, 'keep'>): Promise<void> {
  const { default: sharp } = await import('sharp')
  for (const kind of new Set(DEMO_GOODS.map(([, , kind]) => kind)))
    for (let design = 0; design < ART_DESIGNS; design += 1) {
      const raw = { width: ART_PX, height: ART_PX, channels: 3 } as const
      await thumbnails.keep(linkOf(kind, design), await sharp(drawnPixels(kind, design), { raw }).webp({ quality: QUALITY }).toBuffer())
    }
}
