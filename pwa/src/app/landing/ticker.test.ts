import { thumbnailOf } from '@shop/shared/images/thumbnails.ts'
import { expect, it } from 'vitest'
import { ownPictureOf } from './ticker.ts'

it('the ticker builds the same thumbnail address as the app', () => {
  const link = 'https://cdn.example.com/tea.jpg?a=1&b=ü'
  expect(ownPictureOf(link)).toBe(thumbnailOf(link))
})
