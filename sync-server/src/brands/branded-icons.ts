import { DRAWN_ACCENT } from '@shop/shared/brands/branded-page.ts'
import type { Sharp } from 'sharp'

/** Reads a file of the built app by its name; undefined when there is none. */
export type ReadFile = (name: string) => Promise<Buffer | undefined>
/** Renders an SVG to a file. */
export type Draw = (drawing: string, work: (picture: Sharp) => Promise<Buffer>) => Promise<Buffer>

const DRAWING = 'icons/icon.svg'
const PICTURE = /^icons\/(icon|maskable|touch)-(\d{2,4})\.png$/
/** The preview picture for social networks and chats. */
const CARD = 'social/card.png'
const CARD_DRAWING = 'social/card.svg'
const SIDE = 512
const PNG = { compressionLevel: 9 }
/** Scale of the drawing in a maskable icon, which systems crop to a circle of four fifths of its side. */
const MASKABLE_SCALE = 0.8

/** True for files that are drawn in the accent colour: the app's icons and the preview picture. */
export function isDrawn(name: string): boolean {
  return name === DRAWING || name === CARD || PICTURE.test(name)
}

/** Draws an icon or the preview picture in another accent colour. An icon is rounded, square (iOS rounds it), or has a margin, by its file's name. */
export async function brandedIcon(name: string, plain: Buffer, accent: string, read: ReadFile, draw: Draw): Promise<Buffer> {
  const [, shape, size] = PICTURE.exec(name) ?? []
  const drawing = (name === DRAWING ? plain : await read(name === CARD ? CARD_DRAWING : DRAWING))
    ?.toString()
    .replaceAll(DRAWN_ACCENT, accent)
  if (drawing === undefined) return plain
  if (name === DRAWING) return Buffer.from(drawing)
  if (name === CARD) return draw(drawing, (picture) => picture.png(PNG).toBuffer())
  const shaped = shape === 'icon' ? drawing : fullBleed(drawing, accent, shape === 'maskable' ? MASKABLE_SCALE : 1)
  return draw(shaped, (picture) => picture.resize(Number(size), Number(size)).png(PNG).toBuffer())
}

/** Places the drawing on a square of the accent colour. */
function fullBleed(drawing: string, accent: string, scale: number): string {
  const inner = drawing.replace(/^[\s\S]*?<svg[^>]*>|<\/svg>\s*$/g, '')
  const margin = (SIDE * (1 - scale)) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><rect width="${SIDE}" height="${SIDE}" fill="${accent}"/><g transform="translate(${margin} ${margin}) scale(${scale})">${inner}</g></svg>`
}
