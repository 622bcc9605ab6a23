import { expect, it } from 'vitest'
import { thumbnailOf } from './thumbnails.ts'

it('a picture has a thumbnail only when its address is a web address of at most 2,000 characters', () => {
  expect(thumbnailOf('https://cdn.example.com/tea.jpg?a=1&b=ü#🍵')).toBe(
    '/api/images/thumbnail?of=https%3A%2F%2Fcdn.example.com%2Ftea.jpg%3Fa%3D1%26b%3D%C3%BC%23%F0%9F%8D%B5',
  )
  for (const none of ['', 'tea.jpg', '/api/images/x.jpg', 'data:image/png;base64,x', 'javascript:alert(1)', 'http:', 'https://x/\ud800'])
    expect([none, thumbnailOf(none)]).toEqual([none, undefined])
  expect(thumbnailOf(`https://cdn.example.com/${'x'.repeat(2_000)}`)).toBeUndefined()
})
