import { expect, it } from 'vitest'
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
  expect(contrast(light['--shop-info'], light['--shop-info-soft'])).toBeGreaterThan(4.5)
  expect(contrast(dark['--shop-info'], dark['--shop-info-soft'])).toBeGreaterThan(4.5)
  expect(contrast(light['--shop-info'], '#ffffff')).toBeGreaterThan(4.5)
  expect(contrast(dark['--shop-info'], '#17171a')).toBeGreaterThan(4.5)
})
