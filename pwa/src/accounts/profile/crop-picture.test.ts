import { describe, expect, it } from 'vitest'
import { placeOf, problemOfFile } from './crop-picture.ts'

const MB = 1024 * 1024

describe('a chosen file', () => {
  it.each(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])('may be %s under 5 MB', (type) => {
    expect(problemOfFile({ type, size: 5 * MB - 1 })).toBeNull()
    expect(problemOfFile({ type, size: 5 * MB })).toBe('Image must be less than 5MB')
  })

  it.each(['image/svg+xml', 'image/heic', 'application/pdf', ''])('may not be %j', (type) => {
    expect(problemOfFile({ type, size: 1 })).toBe('Only JPEG, PNG, GIF, and WebP images are allowed')
  })
})

describe('the square', () => {
  const picture = { width: 1_000, height: 600 }

  it('of the middle fills itself', () => {
    expect(placeOf({ x: 200, y: 0, width: 600, height: 600 }, picture, 400)).toEqual({
      x: (-200 * 2) / 3,
      y: -0,
      width: 2_000 / 3,
      height: 400,
    })
  })

  it('that reaches beyond the picture leaves a margin', () => {
    expect(placeOf({ x: -100, y: -300, width: 1_200, height: 1_200 }, picture, 400)).toEqual({
      x: 100 / 3,
      y: 100,
      width: 1_000 / 3,
      height: 200,
    })
  })
})
