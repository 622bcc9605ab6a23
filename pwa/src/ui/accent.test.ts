import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { accentShades, accentTokens } from './accent.ts'

const luminance = (hex: string) =>
  [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * ([0.2126, 0.7152, 0.0722][at] as number), 0)
const contrast = (one: string, other: string) => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

it.each(['#5b5bd6', '#0f766e', '#b42318', '#7c2d12', '#1d4ed8', '#000000', '#be185d'])('the accent %s gives readable shades', (accent) => {
  const shades = accentShades(accent)
  expect(shades).toHaveLength(10)
  expect(shades[6]).toBe(accent)
  for (const shade of shades) expect(shade).toMatch(/^#[0-9a-f]{6}$/)
  const { light, dark } = accentTokens(accent)
  expect(contrast(light['--shop-selected-text'], light['--shop-selected'])).toBeGreaterThan(4.5)
  expect(contrast(dark['--shop-selected-text'], dark['--shop-selected'])).toBeGreaterThan(4.5)
  // the text of a row that is selected
  expect(contrast(tokens('light')('text-muted'), light['--shop-selected'])).toBeGreaterThan(4.5)
  expect(contrast(tokens('dark')('text-muted'), dark['--shop-selected'])).toBeGreaterThan(4.5)
})

const sheet = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** Finds the colours of a theme by the token's name. */
function tokens(theme: 'light' | 'dark') {
  const block = sheet.split(`:root[data-mantine-color-scheme="${theme}"] {`)[1]?.split('\n}')[0] ?? ''
  const colours = new Map(
    [...block.matchAll(/--(?:shop|mantine-color)-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  )
  return (name: string) => {
    const hex = colours.get(name)
    if (!hex) throw new Error(`the ${theme} theme has no colour ${name}`)
    return hex
  }
}

/** Every text colour, with the grounds it is written on. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  text: ['canvas', 'surface', 'surface-sunken', 'hover', 'selected', 'good-soft', 'warn-soft', 'bad-soft', 'info-soft'],
  'text-muted': ['canvas', 'surface', 'surface-sunken', 'hover', 'selected'],
  placeholder: ['surface'],
  'selected-text': ['selected', 'surface'],
  'money-in': ['canvas', 'surface', 'hover'],
  good: ['good-soft', 'canvas', 'surface'],
  warn: ['warn-soft', 'canvas', 'surface'],
  bad: ['bad-soft', 'canvas', 'surface'],
  info: ['info-soft', 'canvas', 'surface', 'hover'],
  open: ['open-soft', 'canvas', 'surface'],
  agreed: ['agreed-soft', 'canvas', 'surface'],
  // the figure in a badge
  surface: ['bad', 'warn', 'text-muted'],
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(Object.entries(WRITTEN))('%s is readable on its grounds', (text, grounds) => {
    const colour = tokens(theme)
    const ratios = grounds.map((ground) => [ground, contrast(colour(text), colour(ground))] as const)
    expect(ratios.filter(([, ratio]) => ratio < 4.5)).toEqual([])
  })
})

it('the tones of a status are the same in every brand', () => {
  const { light, dark } = accentTokens('#0f766e')
  const changed = [...Object.keys(light), ...Object.keys(dark)]
  expect(changed.filter((name) => !name.startsWith('--shop-selected'))).toEqual([])
})
