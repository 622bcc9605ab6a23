import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

forEachDatabase('the doors of categories', (open) => {
  let shop: TestShop
  let admin: string
  let ann: { token: string; uid: string }
  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    admin = await shop.signIn(ADMIN_EMAIL)
    ann = await shop.signUp('ann@example.org')
  }, 60_000)

  const ask = (method: string, path: string, body?: object, token = admin) => shop.ask(method, `/inventory${path}`, body, { token })
  const add = async (name: string) => (await ask('POST', '/categories', { name })).body.category
  const list = async (token = admin) =>
    (await ask('GET', '/categories', undefined, token)).body.categories as { id: string; name: string }[]
  const tea = { itemName: 'Tea', barcode1: '036000291452' }

  it('add, rename, list by name and delete', async () => {
    const [shoes, bags] = [await add('shoes'), await add('Bags')]
    expect(await list()).toEqual([bags, shoes])
    expect((await ask('PUT', `/categories/${shoes.id}`, { name: ' Art ' })).body).toEqual({
      message: 'Category renamed successfully',
      category: { id: shoes.id, name: 'Art' },
    })
    expect((await list(ann.token)).map(({ name }) => name)).toEqual(['Art', 'Bags'])
    for (const { id } of [shoes, bags]) expect((await ask('DELETE', `/categories/${id}`)).status).toBe(200)
    expect(await list()).toEqual([])
    expect(await ask('DELETE', `/categories/${bags.id}`)).toMatchObject({ status: 404, body: { code: 'CATEGORY_NOT_FOUND' } })
  })

  it('refuse a name that another category has, in any case', async () => {
    const { id } = await add('Lamps')
    const other = await add('Lights')
    const taken = { status: 409, body: { code: 'CATEGORY_EXISTS' } }
    expect(await ask('POST', '/categories', { name: 'LAMPS' })).toMatchObject(taken)
    expect(await ask('PUT', `/categories/${other.id}`, { name: ' lamps' })).toMatchObject(taken)
    for (const one of [id, other.id]) await ask('DELETE', `/categories/${one}`)
  })

  it('store hostile names as they are, or refuse them', async () => {
    const stored = []
    for (const name of HOSTILE_STRINGS) {
      const { status, body } = await ask('POST', '/categories', { name })
      expect([200, 400, 409], name).toContain(status)
      if (status === 200) stored.push(body.category)
    }
    expect(stored.length).toBeGreaterThan(5)
    expect(await list()).toEqual(expect.arrayContaining(stored))
    for (const { id } of stored) await ask('DELETE', `/categories/${id}`)
  })

  describe('of an item', () => {
    it('are set, changed and taken away; its owner sees them', async () => {
      const { id: categoryId } = await add('Cups')
      const body = { ...tea, consignorID: ann.uid, categoryId, condition: 'good' }
      const { id, item } = (await ask('POST', '/consignor', body)).body
      expect(item).toMatchObject({ categoryId, condition: 'good' })
      const [seen] = (await ask('GET', `/search?consignor=${ann.uid}`, undefined, ann.token)).body.items
      expect(seen).toMatchObject({ id, categoryId, condition: 'good' })
      const edit = async (changes: object) => (await ask('PUT', `/consignor/${ann.uid}/${id}`, changes)).body.item
      expect(await edit({ location: 'B2' })).toMatchObject({ categoryId, condition: 'good' })
      await ask('DELETE', `/categories/${categoryId}`)
      expect(await edit({ location: 'B3' })).toMatchObject({ categoryId, condition: 'good' })
      expect(await edit({ categoryId: '', condition: null })).toMatchObject({ categoryId: '', condition: '' })
    })

    it('must be an id, and its condition one of ours', async () => {
      for (const wrong of [{ categoryId: 'cups' }, { condition: 'shiny' }])
        expect((await ask('POST', '/master', { ...tea, id: freshId(), ...wrong })).status).toBe(400)
    })
  })
})
