import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const tags = css('./tag.module.css')
/** Colours of each theme, by token. */
const [light, dark] = css('./tokens.css')
  .split('data-mantine-color-scheme=')
  .slice(1)
  .map((theme) => new Map([...theme.matchAll(/(--shop-[\w-]+): #([0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex])))

/** Common name of a colour by its hue; gray for a colour with hardly any hue. */
function nameOf(hex: string): string {
  const [red = 0, green = 0, blue = 0] = hex.match(/../g)?.map((part) => Number.parseInt(part, 16)) ?? []
  const [least, most] = [Math.min(red, green, blue), Math.max(red, green, blue)]
  if (most - least < 8) return 'gray'
  const sixth =
    most === red ? (green - blue) / (most - least) : most === green ? 2 + (blue - red) / (most - least) : 4 + (red - green) / (most - least)
  const hue = (sixth * 60 + 360) % 360
  const ends = [
    [15, 'red'],
    [33, 'orange'],
    [65, 'yellow'],
    [170, 'green'],
    [260, 'blue'],
    [310, 'purple'],
  ] as const
  return ends.find(([end]) => hue < end)?.[1] ?? 'red'
}

test('a tone has the colour of its meaning in both themes', () => {
  const groundOf = (tone: string) => new RegExp(`\\.tag${tone} \\{[^}]*background: var\\((--[\\w-]+)\\)`).exec(tags)?.[1] ?? ''
  const tones = ['', ...['good', 'warn', 'bad', 'info', 'open', 'agreed'].map((tone) => `\\[data-tone="${tone}"\\]`)]
  for (const theme of [light, dark])
    expect(tones.map((tone) => nameOf(theme?.get(groundOf(tone)) ?? ''))).toEqual([
      'gray',
      'green',
      'yellow',
      'red',
      'blue',
      'orange',
      'purple',
    ])
})
