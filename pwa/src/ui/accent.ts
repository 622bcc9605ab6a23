import type { MantineColorsTuple } from '@mantine/core'

type Rgb = readonly [red: number, green: number, blue: number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
/** Share of white in each of the six shades before the accent, and of black in each of the three after it. */
const TINTS = [0.91, 0.81, 0.62, 0.42, 0.25, 0.11] as const
const SHADES = [0.17, 0.31, 0.45] as const

const rgbOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb

/** Mixes two colours; `share` (0…1) is the part of the second colour. */
function mixed(from: Rgb, to: Rgb, share: number): string {
  const parts = from.map((part, at) => Math.round(part + ((to[at] as number) - part) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** The ten shades of a brand's accent, light to dark. */
export function accentShades(accent: string): MantineColorsTuple {
  const rgb = rgbOf(accent)
  return [...TINTS.map((share) => mixed(rgb, WHITE, share)), accent, ...SHADES.map((share) => mixed(rgb, BLACK, share))] as never
}

/** Tokens of tokens.css that derive from the accent, in light and dark. */
export function accentTokens(accent: string) {
  const shades = accentShades(accent)
  const rgb = rgbOf(accent)
  return {
    light: { '--shop-selected': mixed(rgb, WHITE, 0.9), '--shop-selected-text': shades[7] as string },
    dark: { '--shop-selected': mixed(rgb, rgbOf('#141416'), 0.76), '--shop-selected-text': mixed(rgb, WHITE, 0.5) },
  }
}
