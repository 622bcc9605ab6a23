import { beforeEach, describe, expect, it } from 'vitest'
import { readArgs } from '../../kernel/unit-of-work.ts'
import { type AuditEntry, auditEntries } from '../../settings/schema.ts'
import { HOSTILE_STRINGS } from '../../testing/hostile-strings.ts'
import { MemoryShop, testId } from '../../testing/memory-shop.ts'
import { type Category, categories } from '../category-schema.ts'
import { categoryIds, MAX_CATEGORIES, MAX_CATEGORY_CHARS } from '../rules/categories.ts'
import { items } from '../schema.ts'
import { addMasterItem } from './add-item.ts'
import { addCategory, editCategory, removeCategory } from './change-categories.ts'
import { editItem } from './edit-item.ts'

const [tea, shoes, hats] = [testId(100), testId(200), testId(201)]

let shop: MemoryShop
beforeEach(() => {
  shop = new MemoryShop()
})
const all = () => shop.all<Category>(categories)
const names = () => all().map(({ name }) => name)
const entries = () => shop.all<AuditEntry>(auditEntries).map(({ action, subject, before, after }) => ({ action, subject, before, after }))

describe('categories', () => {
  it('are added, renamed and deleted, each with an entry in the audit trail', () => {
    shop.run(addCategory, { id: shoes, name: ' Shoes\n& boots ' })
    shop.run(editCategory, { id: shoes, name: 'SHOES & boots' })
    shop.run(editCategory, { id: shoes, name: 'SHOES & boots' })
    expect(all()).toEqual([{ id: shoes, name: 'SHOES & boots', list: 'shop' }])
    shop.run(removeCategory, { id: shoes })
    expect(all()).toEqual([])
    expect(entries()).toEqual([
      { action: 'inventory.addCategory', subject: shoes, before: {}, after: { name: 'Shoes & boots' } },
      { action: 'inventory.editCategory', subject: shoes, before: { name: 'Shoes & boots' }, after: { name: 'SHOES & boots' } },
      { action: 'inventory.removeCategory', subject: shoes, before: { name: 'SHOES & boots' }, after: {} },
    ])
  })

  it('have names of their own, whatever their case and spaces', () => {
    shop.run(addCategory, { id: shoes, name: 'Shoes  and boots' })
    shop.run(addCategory, { id: hats, name: 'Hats' })
    const taken = { code: 'CATEGORY_EXISTS', message: 'There is a category with this name already.' }
    expect(shop.refuse(addCategory, { id: testId(202), name: 'SHOES and\u200b boots' })).toMatchObject(taken)
    expect(shop.refuse(editCategory, { id: hats, name: 'shoes AND boots' })).toMatchObject(taken)
    expect(names()).toEqual(['Shoes  and boots', 'Hats'])
  })

  it('that another device added first stay as they are', () => {
    shop.run(addCategory, { id: shoes, name: 'Shoes' })
    shop.run(editCategory, { id: shoes, name: 'Footwear' })
    shop.run(addCategory, { id: shoes, name: 'Shoes' })
    expect(names()).toEqual(['Footwear'])
  })

  it('that do not exist are neither renamed nor deleted', () => {
    for (const [command, args] of [
      [editCategory, { id: shoes, name: 'Shoes' }],
      [removeCategory, { id: shoes }],
    ] as const)
      expect(shop.refuse(command, args)).toMatchObject({ code: 'CATEGORY_NOT_FOUND', status: 404 })
  })

  it('are limited in number', () => {
    for (let n = 0; n < MAX_CATEGORIES; n++) shop.run(addCategory, { id: testId(1_000 + n), name: `Kind ${n}` })
    expect(shop.refuse(addCategory, { id: shoes, name: 'Shoes' })).toMatchObject({
      code: 'TOO_MANY_CATEGORIES',
      message: `The shop has ${MAX_CATEGORIES} categories, and more are not possible. Please delete one first.`,
    })
    shop.run(removeCategory, { id: testId(1_000) })
    shop.run(addCategory, { id: shoes, name: 'Shoes' })
    expect(all()).toHaveLength(MAX_CATEGORIES)
  })

  it('keep hostile names on one line, and refuse one without anything to see', () => {
    for (const [n, name] of HOSTILE_STRINGS.entries()) {
      const parsed = readArgs(addCategory, 1, { id: testId(3_000 + n), name })
      if (!parsed.success) continue
      const { name: kept } = parsed.data as { name: string }
      expect(kept).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      expect(kept.length).toBeLessThanOrEqual(MAX_CATEGORY_CHARS)
    }
    for (const name of ['', '  ', '\u200b\u202e', '\u0000', 'x'.repeat(MAX_CATEGORY_CHARS + 1)])
      expect(readArgs(addCategory, 1, { id: shoes, name }).success, JSON.stringify(name)).toBe(false)
  })
})

describe('the id of a name', () => {
  it('is that of its category, or one that every device derives, which no other name has', () => {
    const idOf = categoryIds([{ id: shoes, name: 'Shoes', list: 'shop' }])
    expect(idOf(' SHOES ')).toBe(shoes)
    expect(idOf('Hats')).toBe(categoryIds([])('hats'))
    expect(idOf('Hats')).not.toBe(idOf('Coats'))
    shop.run(addCategory, { id: idOf('Hats'), name: 'Hats' })
    expect(names()).toEqual(['Hats'])
  })
  it('is another one when the category was renamed', () => {
    const derived = categoryIds([])('Shoes')
    const idOf = categoryIds([{ id: derived, name: 'Footwear', list: 'shop' }])
    expect(idOf('Footwear')).toBe(derived)
    expect(idOf('Shoes')).not.toBe(derived)
  })
})

describe('an item', () => {
  const texts = { itemName: 'Tea', barcode1: '1' }
  it('keeps its category when that is deleted, and nothing is rewritten', () => {
    shop.run(addCategory, { id: shoes, name: 'Shoes' })
    shop.run(addMasterItem, { id: tea, texts: { ...texts, categoryId: shoes.toUpperCase(), condition: 'like_new' }, quantity: 1 })
    const before = shop.item(tea)
    expect(before).toMatchObject({ categoryId: shoes, condition: 'like_new' })
    shop.run(removeCategory, { id: shoes })
    expect(shop.get(items, tea)).toBe(before)
  })

  it('of an old tablet has neither, and an old edit changes neither', () => {
    const added = readArgs(addMasterItem, 1, { id: tea, texts, quantity: 1 })
    if (!added.success) throw added.error
    shop.run(addMasterItem, added.data)
    expect(shop.item(tea)).toMatchObject({ categoryId: '', condition: '' })
    shop.run(editItem, { id: tea, changes: { categoryId: shoes, condition: 'good' } })
    const edited = readArgs(editItem, 1, { id: tea, changes: { location: 'A2' } })
    if (!edited.success) throw edited.error
    shop.run(editItem, edited.data)
    expect(shop.item(tea)).toMatchObject({ location: 'A2', categoryId: shoes, condition: 'good' })
  })

  it('takes no other condition and no id that is none', () => {
    for (const wrong of [{ condition: 'shiny' }, { categoryId: 'shoes' }])
      expect(readArgs(editItem, 2, { id: tea, changes: wrong }).success).toBe(false)
    expect(readArgs(editItem, 2, { id: tea, changes: { condition: '', categoryId: '' } }).success).toBe(true)
  })
})
