import { describe, expect, it } from 'vitest'
import { placeOf, problemOfFile } from './crop-picture.ts'

const MB = 1024 * 1024

describe('a chosen file', () => {
  it.each(['image/jpeg', 'image/jpg', 'image/png', 'image/gif', 'image/webp'])('may be %s under 5 MB', (type) => {
    expect(problemOfFile({ type, size: 5 * MB - 1 })).toBeNull()
    expect(problemOfFile({ type, size: 5 * MB })).toBe('Image must be less than 5MB')
  })

  it.each(['image/svg+xml', 'image/heic', 'application/pdf', ''])('may not be %j', (type) => {
    expect(problemOfFile({ type, size: 1 })).toBe('Only JPEG, PNG, GIF, and WebP images are allowed')
  })
})

describe('the square', () => {
  const picture = { width: 1_000, height: 600 }
  const place = (area: Parameters<typeof placeOf>[0]) => Object.values(placeOf(area, picture, 400)).map((pixels) => Math.round(pixels) + 0)

  it('is filled by an area inside the picture', () => {
    expect(place({ x: 200, y: 0, width: 600, height: 600 })).toEqual([-133, 0, 667, 400])
  })

  it('has a margin where the area extends beyond the picture', () => {
    expect(place({ x: -100, y: -300, width: 1_200, height: 1_200 })).toEqual([33, 100, 333, 200])
  })
})
