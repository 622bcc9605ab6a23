import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../kernel/define-command.ts'
import { MemoryShop, testId } from '../../testing/memory-shop.ts'
import { addAddress } from '../commands/add-address.ts'
import { removeAddress } from '../commands/remove-address.ts'
import { setDefaultAddress } from '../commands/set-default-address.ts'
import { type Address, addresses } from '../schema.ts'
import { inOrder, newAddressSchema } from './address.ts'

const ann = testId(10)
const asAnn = { actor: { uid: ann, role: 'user', wasAdmin: false } satisfies Actor }
const home = { name: 'Ann', street: '1 Lane', city: 'Town', state: 'TX', zip: '75001' }

describe('the country of an address', () => {
  it('is the shop’s own when none is sent, and otherwise stays as it was typed', () => {
    const countries = [undefined, null, '', ' Canada '].map((country) => newAddressSchema.parse({ ...home, country }).country)
    expect([newAddressSchema.parse(home).country, ...countries]).toEqual(['USA', 'USA', 'USA', 'USA', 'Canada'])
  })
  it('is refused when it is blank or no text', () => {
    for (const country of [' ', 5]) expect(newAddressSchema.safeParse({ ...home, country }).success, String(country)).toBe(false)
  })
})

describe('a person’s addresses', () => {
  it('stand in the order of their making, and by their ids when they were made at one time', () => {
    const address = (n: number, createdAtMs: number) => ({ id: testId(n), createdAtMs })
    const [first, second, third] = [address(3, 1), address(1, 2), address(2, 2)]
    for (const list of [
      [third, second, first],
      [second, first, third],
      [first, third, second],
    ])
      expect(inOrder(list)).toEqual([first, second, third])
  })

  describe('have one default', () => {
    let shop: MemoryShop
    beforeEach(() => {
      shop = new MemoryShop()
      shop.addUser(ann)
      for (const n of [102, 101, 103]) shop.run(addAddress, { id: testId(n), uid: ann, fields: { ...home, country: 'USA' } }, asAnn)
    })
    it('which is the first that was added, until another is chosen; nothing else is written', () => {
      const defaults = () => shop.all<Address>(addresses).filter(({ isDefault }) => isDefault)
      expect(defaults().map(({ id }) => id)).toEqual([testId(102)])
      const writes = shop.run(setDefaultAddress, { id: testId(103), uid: ann }, asAnn)
      expect([...(writes.get(addresses.name)?.keys() ?? [])].sort()).toEqual([testId(102), testId(103)])
      expect(defaults().map(({ id }) => id)).toEqual([testId(103)])
      shop.run(addAddress, { id: testId(104), uid: ann, fields: { ...home, country: 'USA' } }, asAnn)
      shop.run(removeAddress, { id: testId(102), uid: ann }, asAnn)
      expect(defaults().map(({ id }) => id)).toEqual([testId(103)])
    })
  })
})
