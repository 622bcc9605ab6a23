import { describe, expect, it } from 'vitest'
import { codeOfFrame } from './frame-code.ts'

const at = (rawValue: string, x: number, y: number) => ({ rawValue, boundingBox: { x, y, width: 100, height: 40 } })

describe('codeOfFrame', () => {
  it('chooses the code nearest to the middle', () => {
    expect(codeOfFrame([at('7034759003930', 0, 0), at('5030159003930', 580, 330)], 1280, 720)).toBe('5030159003930')
    expect(codeOfFrame([], 1280, 720)).toBeUndefined()
  })

  it('writes a UPC-A as scanners do, and leaves other codes alone', () => {
    expect(codeOfFrame([at('0036602301467', 0, 0)], 1280, 720)).toBe('036602301467')
    expect(codeOfFrame([at('0000000000001', 0, 0)], 1280, 720)).toBe('0000000000001')
    expect(codeOfFrame([at('8413000065504', 0, 0)], 1280, 720)).toBe('8413000065504')
  })
})
