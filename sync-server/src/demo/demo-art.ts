import type { DemoGood } from './demo-goods.ts'

/** Side of a drawn picture, in pixels. */
export const ART_PX = 224
/** Number of pictures for each kind of goods. */
export const ART_DESIGNS = 8

const MIDDLE = ART_PX / 2
const HUES = { cd: 15, vinyl: 250, tape: 330, film: 200, game: 120, device: 180, appliance: 30 } as const

type Colour = readonly [red: number, green: number, blue: number]
type Kind = DemoGood[2]

const share = (value: number) => Math.min(1, Math.max(0, value))

function hsl(hue: number, saturation: number, lightness: number): Colour {
  const part = (nth: number) => {
    const turn = (nth + hue / 30) % 12
    return lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))
  }
  return [part(0), part(8), part(4)]
}

const mixed = (below: Colour, above: Colour, by: number): Colour =>
  by <= 0 ? below : by >= 1 ? above : ([0, 1, 2].map((nth) => (below[nth] ?? 0) * (1 - by) + (above[nth] ?? 0) * by) as unknown as Colour)

/** Answers the part of a pixel, from 0 to 1, that lies inside a disc. */
const disc = (x: number, y: number, atX: number, atY: number, radius: number) => share(radius - Math.hypot(x - atX, y - atY) + 0.5)

function box(x: number, y: number, atX: number, atY: number, width: number, height: number, corner: number): number {
  const [pastX, pastY] = [Math.abs(x - atX) - width / 2 + corner, Math.abs(y - atY) - height / 2 + corner]
  return share(0.5 - Math.hypot(Math.max(pastX, 0), Math.max(pastY, 0)) - Math.min(Math.max(pastX, pastY), 0) + corner)
}

/** Draws the print of a cover: rings, stripes, dots, or a sun over waves. */
function printed(x: number, y: number, hue: number, design: number): Colour {
  const [dark, light, bright] = [hsl(hue, 0.5, 0.3), hsl(hue + 20, 0.65, 0.62), hsl(hue + 160, 0.7, 0.65)]
  const far = Math.hypot(x - MIDDLE, y - MIDDLE)
  if (design % 4 === 0) return mixed(mixed(dark, light, share(Math.sin(far / 7) * 3 + 0.5)), bright, disc(x, y, MIDDLE, MIDDLE, 16))
  if (design % 4 === 1) return mixed(dark, design > 4 ? bright : light, share(Math.sin((x + y) / 13) * 6 + 0.5))
  if (design % 4 === 2) {
    const cell = (at: number) => (at % 26) - 13
    const size = 4 + ((Math.floor(x / 26) * 3 + Math.floor(y / 26) * 5 + design) % 6)
    return mixed(light, dark, disc(cell(x), cell(y), 0, 0, size))
  }
  const sky = mixed(bright, light, y / ART_PX)
  const wave = share(y - 138 - Math.sin(x / 17 + design) * 8)
  return mixed(mixed(sky, hsl(hue + 30, 0.85, 0.85), disc(x, y, MIDDLE, 104, 34)), dark, wave)
}

const WHITE: Colour = [1, 1, 1]
const BLACK: Colour = [0.08, 0.08, 0.1]

type Draw = (x: number, y: number, hue: number, design: number, ground: Colour) => Colour

const DRAWN: Readonly<Record<Kind, Draw>> = {
  cd(x, y, hue, design, ground) {
    const cover = mixed(printed(x, y, hue, design), BLACK, x < 34 ? 0.55 : 0)
    return mixed(ground, cover, box(x, y, MIDDLE, MIDDLE, 188, 184, 6))
  },
  vinyl(x, y, hue, design, ground) {
    const far = Math.hypot(x - 140, y - MIDDLE)
    const groove = mixed(BLACK, WHITE, 0.06 + 0.05 * Math.sin(far * 1.6))
    const record = mixed(mixed(groove, hsl(hue + 40, 0.7, 0.6), disc(x, y, 140, MIDDLE, 30)), ground, disc(x, y, 140, MIDDLE, 4))
    const behind = mixed(ground, record, disc(x, y, 140, MIDDLE, 78))
    return mixed(behind, printed(x, y, hue, design), box(x, y, 92, MIDDLE, 160, 166, 3))
  },
  tape(x, y, hue, design, ground) {
    const label = mixed(hsl(hue, 0.25, 0.3), printed(x, y, hue, design), box(x, y, MIDDLE, 100, 172, 72, 8))
    const window = mixed(label, BLACK, box(x, y, MIDDLE, 108, 108, 36, 18))
    const reels = Math.max(disc(x, y, 80, 108, 13), disc(x, y, 144, 108, 13)) - Math.max(disc(x, y, 80, 108, 6), disc(x, y, 144, 108, 6))
    return mixed(ground, mixed(window, WHITE, reels), box(x, y, MIDDLE, MIDDLE, 196, 128, 12))
  },
  film(x, y, hue, design, ground) {
    const isEdge = Math.abs(x - MIDDLE) > 62
    const hole = isEdge ? box(x, (y % 22) - 11, x < MIDDLE ? 42 : 182, 0, 9, 12, 2) : 0
    const picture = isEdge ? mixed(BLACK, WHITE, hole) : printed(x, y, hue, design)
    return mixed(ground, picture, box(x, y, MIDDLE, MIDDLE, 160, 204, 5))
  },
  game(x, y, hue, design, ground) {
    const [column, row] = [Math.floor((Math.abs(x - MIDDLE) + 8) / 16), Math.floor((y - 60) / 16)]
    const isLit = column < 4 && row >= 0 && row < 7 && Math.sin((design + 2) * (row * 5 + column + 1) * 12.9898) > -0.1
    const screen = mixed(hsl(hue, 0.5, 0.16), isLit ? hsl(hue + design * 30, 0.75, 0.65) : hsl(hue, 0.5, 0.16), 1)
    const front = mixed(hsl(hue, 0.45, 0.42), screen, box(x, y, MIDDLE, 116, 144, 132, 6))
    const titled = mixed(front, WHITE, box(x, y, MIDDLE, 30, 100, 10, 5))
    return mixed(ground, titled, box(x, y, MIDDLE, MIDDLE, 168, 204, 10))
  },
  device(x, y, hue, design, ground) {
    const shown = mixed([0.2, 0.21, 0.24], printed(x, y, hue, design), box(x, y, MIDDLE, 102, 164, 88, 6))
    const lit = mixed(shown, hsl(140, 0.7, 0.6), disc(x, y, MIDDLE, 158, 4))
    const body = mixed(ground, lit, box(x, y, MIDDLE, MIDDLE - 2, 188, 124, 14))
    return mixed(body, [0.3, 0.31, 0.34], box(x, y, MIDDLE, 186, 90, 12, 6))
  },
  appliance(x, y, hue, design, ground) {
    const panel = mixed([0.93, 0.94, 0.95], [0.78, 0.8, 0.83], y < 52 ? 1 : 0)
    const knobs = mixed(panel, hsl(hue + design * 20, 0.5, 0.45), Math.max(disc(x, y, 62, 34, 9), box(x, y, 136, 34, 54, 12, 6)))
    const door = mixed(
      mixed(knobs, [0.7, 0.72, 0.75], disc(x, y, MIDDLE, 130, 60)),
      hsl(hue + design * 20, 0.35, 0.4),
      disc(x, y, MIDDLE, 130, 48),
    )
    const glass = mixed(door, WHITE, 0.35 * disc(x, y, 96, 112, 18) * disc(x, y, MIDDLE, 130, 48))
    return mixed(ground, glass, box(x, y, MIDDLE, MIDDLE, 168, 204, 12))
  },
}

/** Draws an invented picture of this kind of goods, with three bytes for each pixel. So the demo uses nobody's photograph or cover. */
export function drawnPixels(kind: Kind, design: number): Uint8Array {
  const hue = (HUES[kind] + design * 47) % 360
  const ground = hsl(hue, 0.35, 0.93)
  const pixels = new Uint8Array(ART_PX * ART_PX * 3)
  for (let y = 0; y < ART_PX; y += 1)
    for (let x = 0; x < ART_PX; x += 1) {
      const colour = DRAWN[kind](x, y, hue, design, ground)
      for (let nth = 0; nth < 3; nth += 1) pixels[(y * ART_PX + x) * 3 + nth] = Math.round(share(colour[nth] ?? 0) * 255)
    }
  return pixels
}
