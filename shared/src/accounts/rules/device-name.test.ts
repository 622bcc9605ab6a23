import { describe, expect, it } from 'vitest'
import { deviceOf } from './device-name.ts'

const AGENTS: readonly (readonly [string, string, string])[] = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Chrome on Windows',
    'computer',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0',
    'Edge on Windows',
    'computer',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
    'Chrome on an Android phone',
    'phone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0 Safari/537.36',
    'Samsung Internet on an Android tablet',
    'tablet',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Mobile/15E148 Safari/604.1',
    'Safari on iPad',
    'tablet',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/120.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
    'phone',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_2; rv:121.0) Gecko/20100101 Firefox/121.0', 'Firefox on Mac', 'computer'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36',
    'Chrome on Linux',
    'computer',
  ],
  ['Mozilla/5.0 Firefox/121.0', 'Firefox', 'computer'],
  ['ShopReader/2 (iPhone; iOS 17)', 'iPhone', 'phone'],
  ['curl/8.5.0', 'curl', 'program'],
  ['', 'Unknown device', 'program'],
  ['<script>alert(1)</script>', 'Unknown device', 'program'],
]

describe('a device', () => {
  for (const [agent, name, kind] of AGENTS)
    it(`is called ${name}`, () => {
      expect(deviceOf(agent)).toEqual({ name, kind })
    })
})
