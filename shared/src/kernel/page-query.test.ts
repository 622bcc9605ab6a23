import { expect, it } from 'vitest'
import { limitQuery, pageQuery } from './page-query.ts'

it('is the first page, of the usual size, where a query names none', () => {
  const limit = limitQuery({ usual: 20, most: 100 })
  for (const absent of [undefined, null, '']) expect([pageQuery.parse(absent), limit.parse(absent)]).toEqual([1, 20])
})

it('is the page that the query names, of at most the largest size', () => {
  const limit = limitQuery({ usual: 20, most: 100 })
  expect([pageQuery.parse('3'), limit.parse('50'), limit.parse('101')]).toEqual([3, 50, 100])
})

it.each(['0', '-1', '1.5', 'two'])('refuses %s as a size', (limit) =>
  expect(limitQuery({ usual: 20, most: 100 }).safeParse(limit).success).toBe(false),
)

it.each(['0', '-1', '1.5', 'two', '1000001'])('refuses %s as a page', (page) => expect(pageQuery.safeParse(page).success).toBe(false))
