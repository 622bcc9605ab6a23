import { faultSchema } from '@shop/shared/faults/schema.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'
import { describe, expect, it } from 'vitest'
import { faultOf } from './fault-of.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const OWN = 'TypeError: x\n    at f (https://shop.example/assets/a.js:3:4)'
const page = { pathname: '/pos/sales', origin: 'https://shop.example', userAgent: CHROME }

function failing(stack: string, message = 'x'): Error {
  const error = new TypeError(message)
  error.stack = stack
  return error
}

describe('the report of a fault', () => {
  it.each([
    [
      'Chrome',
      `TypeError: Jane owes 5
    at Jane (https://shop.example/assets/till-screen-Ab3_x.js:1:2345)
    at https://shop.example/assets/index-9.js:10:7
    at chrome-extension://abc/inject.js:1:1
    at async Promise.all (index 0)`,
    ],
    [
      'Firefox and Safari',
      `Jane@https://shop.example/assets/till-screen-Ab3_x.js:1:2345
@https://shop.example/assets/index-9.js:10:7
inject@moz-extension://abc/inject.js:1:1
[native code]`,
    ],
  ])('names the places in the app’s own files, as %s writes them', (_, stack) => {
    expect(faultOf('screen', failing(stack), page)).toEqual({
      kind: 'screen',
      name: 'TypeError',
      places: ['assets/till-screen-Ab3_x.js:1:2345', 'assets/index-9.js:10:7'],
      screen: '/pos/sales',
      browser: 'Chrome 141',
      times: 1,
    })
  })

  it('holds nothing of a message, a name, an address or a query, whatever they are', () => {
    const found = HOSTILE_STRINGS.flatMap((text) => {
      const frames = [`at ${text} (https://shop.example/${text}?${text}:1:2)`, `${text}@https://shop.example/assets/a.js?${text}:3:4`]
      const error = failing([`TypeError: ${text}`, ...frames, 'at f (https://shop.example/assets/a.js?v=1:5:6)'].join('\n'), text)
      error.name = text
      const fault = faultSchema.parse(faultOf('screen', error, { ...page, pathname: `/mail/${text}` }))
      expect(fault).toMatchObject({ name: 'Error', screen: expect.stringMatching(/^\/mail(?:\/(?::id|[a-z]+(?:-[a-z]+)*)){0,3}$/) })
      return fault.places
    })
    expect([...new Set(found)].sort()).toEqual(['assets/a.js:3:4', 'assets/a.js:5:6'])
  })

  it('has at most eight places, the innermost ones', () => {
    const stack = Array.from({ length: 40 }, (_, index) => `    at f (https://shop.example/assets/a.js:${index + 1}:1)`).join('\n')
    const { places } = faultSchema.parse(faultOf('script', failing(stack), page))
    expect([places.length, places[0], places.at(-1)]).toEqual([8, 'assets/a.js:1:1', 'assets/a.js:8:1'])
  })

  it.each([
    [`${CHROME} Edg/140.0.0.0`, 'Edge 140'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140'],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari 18',
    ],
    ['Jane’s reader', 'Other 0'],
  ])('names the browser of %s', (userAgent, browser) => {
    expect(faultOf('script', failing(OWN), { ...page, userAgent })?.browser).toBe(browser)
  })

  it('is not made for a part of the app that cannot be fetched, for work that was called off, for a refusal, for a script of somebody else, and for what is no error', () => {
    expect(faultOf('promise', failing('', 'Failed to fetch dynamically imported module: x'), page)).toBeUndefined()
    expect(faultOf('promise', new DOMException('left', 'AbortError'), page)).toBeUndefined()
    expect(faultOf('script', 'Jane', page)).toBeUndefined()
    expect(faultOf('script', undefined, page)).toBeUndefined()
    expect(faultOf('promise', refusal(kernelRefusals, 'FORBIDDEN'), page)).toBeUndefined()
    expect(faultOf('script', failing('x@moz-extension://abc/inject.js:1:1'), page)).toBeUndefined()
    expect(faultOf('script', failing(OWN), page)).toBeDefined()
  })
})
