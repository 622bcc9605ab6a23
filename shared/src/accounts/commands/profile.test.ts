import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../kernel/define-command.ts'
import { HOSTILE_STRINGS } from '../../testing/hostile-strings.ts'
import { ADMIN, MemoryShop, START_MS, testId } from '../../testing/memory-shop.ts'
import { inOrder, MAX_ADDRESSES } from '../rules/address.ts'
import { looksLikeChatId } from '../rules/chat-id.ts'
import { USERNAME_INVALID, usernameSchema } from '../rules/username.ts'
import { type Address, addresses, type User, users } from '../schema.ts'
import { addAddress } from './add-address.ts'
import { editAddress } from './edit-address.ts'
import { editProfile } from './edit-profile.ts'
import { removeAddress } from './remove-address.ts'
import { setDefaultAddress } from './set-default-address.ts'
import { setPhoto } from './set-photo.ts'
import { setUsername } from './set-username.ts'

const [ann, bob] = [testId(10), testId(11)]
const asAnn = { actor: { uid: ann, role: 'user', wasAdmin: false } satisfies Actor }
const asBob = { actor: { uid: bob, role: 'user', wasAdmin: false } satisfies Actor }
const home = { name: 'Ann', street: '1 Main St', city: 'Austin', state: 'TX', zip: '73301', country: 'USA' }

let shop: MemoryShop
const person = (uid = ann) => shop.get(users, uid) as User
const own = (uid = ann) => inOrder(shop.all<Address>(addresses).filter((address) => address.uid === uid))
const defaults = (uid = ann) => own(uid).flatMap(({ id, isDefault }) => (isDefault ? [id] : []))
const add = (id: string, more: object = {}, by = asAnn) => shop.run(addAddress, { id, uid: by.actor.uid, fields: home, ...more }, by)

beforeEach(() => {
  shop = new MemoryShop()
  shop.addUser(ann, { displayName: 'Ann' })
  shop.addUser(bob)
})

describe('one’s own profile', () => {
  it('changes only the fields sent', () => {
    const before = person()
    shop.run(editProfile, { uid: ann, changes: { displayName: ' Anna ' } }, asAnn)
    expect(person()).toEqual({ ...before, displayName: 'Anna' })
    shop.run(editProfile, { uid: ann, changes: { discordNotificationsEnabled: false } }, asAnn)
    expect(person()).toEqual({ ...before, displayName: 'Anna', discordNotificationsEnabled: false })
    shop.run(editProfile, { uid: ann, changes: {} }, asAnn)
    expect(person()).toEqual({ ...before, displayName: 'Anna', discordNotificationsEnabled: false })
  })

  it('loses the chat name only when another chat id is typed', () => {
    const linked = { discordId: '80351110224678912', discordUsername: 'ann#1', discordLinkedAtMs: START_MS }
    shop.addUser(ann, linked)
    shop.run(editProfile, { uid: ann, changes: { discordId: ' 80351110224678912 ' } }, asAnn)
    expect(person()).toMatchObject(linked)
    shop.run(editProfile, { uid: ann, changes: { discordId: '80351110224678913' } }, asAnn)
    expect(person()).toMatchObject({ discordId: '80351110224678913', discordUsername: '', discordLinkedAtMs: null })
    shop.run(editProfile, { uid: ann, changes: { discordId: '' } }, asAnn)
    expect(person().discordId).toBe('')
  })

  it('accepts no chat id that could mention people in a message', () => {
    for (const discordId of ['<@&1>', '@everyone', '1 2', '1>', '`', 'x'.repeat(65)])
      expect(() => shop.try(editProfile, { uid: ann, changes: { discordId } }, asAnn), discordId).toThrow('17 to 20 digits')
    expect(looksLikeChatId('80351110224678912')).toBe(true)
    expect(looksLikeChatId('ann')).toBe(false)
  })

  it('loses its picture on request, and gets a new picture only by an upload', () => {
    shop.addUser(ann, { photoUrl: '/api/images/one.jpg' })
    expect(() => shop.try(editProfile, { uid: ann, changes: { photoUrl: '/api/images/two.jpg' as '' } }, asAnn)).toThrow()
    shop.run(editProfile, { uid: ann, changes: { displayName: 'Anna' } }, asAnn)
    expect(person().photoUrl).toBe('/api/images/one.jpg')
    shop.run(editProfile, { uid: ann, changes: { photoUrl: '' } }, asAnn)
    expect(person()).toMatchObject({ displayName: 'Anna', photoUrl: '' })
  })

  it('requires a name', () => {
    expect(() => shop.try(editProfile, { uid: ann, changes: { displayName: '  ' } }, asAnn)).toThrow('Please enter your name')
  })

  it('cannot be changed by other users or by admins', () => {
    shop.addUser(ADMIN.uid)
    for (const by of [asBob, { actor: ADMIN }]) {
      expect(shop.refuse(editProfile, { uid: ann, changes: { displayName: 'X' } }, by).code).toBe('FORBIDDEN')
      expect(shop.refuse(setUsername, { uid: ann, username: 'taken_over' }, by).code).toBe('FORBIDDEN')
      expect(shop.refuse(setPhoto, { uid: ann, photoUrl: '/x' }, by).code).toBe('FORBIDDEN')
      expect(shop.refuse(addAddress, { id: testId(99), uid: ann, fields: home }, by).code).toBe('FORBIDDEN')
    }
  })
})

describe('a username', () => {
  it.each([
    ['Ann_B-9', 'ann_b-9'],
    [' abc ', 'abc'],
    ['a'.repeat(20), 'a'.repeat(20)],
    ['---', '---'],
  ])('may be %j', (typed, kept) => {
    expect(usernameSchema.parse(typed)).toBe(kept)
  })

  // the Kelvin sign and the dotless i become ASCII letters in lower case
  it.each([
    '',
    'ab',
    'a'.repeat(21),
    'a b c',
    'ann.b',
    'änn',
    'an\u212a',
    '\u0131nn',
    'a\nnn',
    'ann\u0000',
    'a\u200bnn',
    null,
    7,
    {},
    ...HOSTILE_STRINGS.filter((text) => !/^\w{3,20}$/.test(text)),
  ])('may not be %j', (typed) => {
    const parsed = usernameSchema.safeParse(typed)
    expect(parsed.error?.issues[0]?.message).toBe(USERNAME_INVALID)
  })

  it('belongs to one person, whatever its case, and is free again after a change', () => {
    shop.run(setUsername, { uid: ann, username: 'Ann' }, asAnn)
    expect(person().username).toBe('ann')
    const refused = shop.refuse(setUsername, { uid: bob, username: 'ANN' }, asBob)
    expect([refused.code, refused.message, refused.fields]).toEqual([
      'USERNAME_TAKEN',
      'Username already taken',
      { username: 'Username already taken' },
    ])
    shop.run(setUsername, { uid: ann, username: 'ann' }, asAnn)
    shop.run(setUsername, { uid: ann, username: 'anna' }, asAnn)
    shop.run(setUsername, { uid: bob, username: 'ann' }, asBob)
    expect([person().username, person(bob).username]).toEqual(['anna', 'ann'])
  })
})

describe('shipping addresses', () => {
  it('require every field', () => {
    for (const field of Object.keys(home))
      for (const value of ['', '  ', '\u0000', undefined, null])
        expect(() => shop.try(addAddress, { id: testId(100), uid: ann, fields: { ...home, [field]: value } }, asAnn)).toThrow(
          'All address fields are required',
        )
    expect(() => shop.try(editAddress, { id: testId(100), changes: { zip: ' ' } }, asAnn)).toThrow('All address fields are required')
  })

  it('have the first as default until the person chooses another', () => {
    add(testId(100))
    add(testId(101))
    expect(defaults()).toEqual([testId(100)])
    add(testId(102), { isDefault: true })
    expect(defaults()).toEqual([testId(102)])
    shop.run(setDefaultAddress, { id: testId(101), uid: ann }, asAnn)
    expect(defaults()).toEqual([testId(101)])
  })

  it('get the first added address as default when the default is deleted', () => {
    for (const n of [103, 101, 102]) add(testId(n))
    shop.run(removeAddress, { id: testId(103), uid: ann }, asAnn)
    expect(defaults()).toEqual([testId(101)])
    shop.run(removeAddress, { id: testId(102), uid: ann }, asAnn)
    expect(defaults()).toEqual([testId(101)])
    shop.run(removeAddress, { id: testId(101), uid: ann }, asAnn)
    expect(own()).toEqual([])
  })

  it('change only in the fields sent', () => {
    add(testId(100))
    shop.run(editAddress, { id: testId(100), changes: { street: '2 Side St' } }, asAnn)
    expect(own()).toEqual([expect.objectContaining({ ...home, street: '2 Side St', isDefault: true })])
  })

  it('can be changed by their owner only', () => {
    add(testId(100))
    add(testId(200), {}, asBob)
    for (const by of [asBob, { actor: ADMIN }]) {
      expect(shop.refuse(editAddress, { id: testId(100), changes: { zip: '1' } }, by).code).toBe('FORBIDDEN')
      expect(shop.refuse(removeAddress, { id: testId(100), uid: ann }, by).code).toBe('FORBIDDEN')
      expect(shop.refuse(setDefaultAddress, { id: testId(100), uid: by.actor.uid }, by).code).toBe('FORBIDDEN')
    }
    expect(shop.refuse(addAddress, { id: testId(100), uid: bob, fields: home }, asBob).code).toBe('FORBIDDEN')
    expect([defaults(), defaults(bob)]).toEqual([[testId(100)], [testId(200)]])
  })

  it('are refused when their id exists or the limit is reached', () => {
    for (let n = 0; n < MAX_ADDRESSES; n++) add(testId(100 + n))
    expect(shop.refuse(addAddress, { id: testId(100), uid: ann, fields: home }, asAnn).code).toBe('ADDRESS_EXISTS')
    expect(shop.refuse(addAddress, { id: testId(99), uid: ann, fields: home }, asAnn).code).toBe('TOO_MANY_ADDRESSES')
    add(testId(300), {}, asBob)
  })

  it('cannot be removed, edited or made the default when they do not exist', () => {
    for (const command of [removeAddress, setDefaultAddress])
      expect(shop.refuse(command, { id: testId(100), uid: testId(7) }, asAnn).code).toBe('FORBIDDEN')
    for (const command of [removeAddress, setDefaultAddress])
      expect(shop.refuse(command, { id: testId(100), uid: ann }, asAnn).code).toBe('ADDRESS_NOT_FOUND')
    expect(shop.refuse(editAddress, { id: testId(100), changes: {} }, asAnn).code).toBe('ADDRESS_NOT_FOUND')
  })

  it('keep unusual characters, except NUL and lone surrogates', () => {
    for (const [n, text] of HOSTILE_STRINGS.filter((text) => text.trim() !== '' && text.length <= 200).entries()) {
      shop = new MemoryShop()
      shop.addUser(ann)
      add(testId(100 + n), { fields: { ...home, street: text } })
      expect(own()[0]?.street).toBe(text.toWellFormed().replaceAll('\u0000', '').trim())
    }
  })

  it('have exactly one default after changes in any order', () => {
    const which = fc.integer({ min: 0, max: MAX_ADDRESSES + 3 })
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), which, isDefault: fc.boolean(), by: fc.constantFrom(asAnn, asBob), at: fc.nat(5) }),
      fc.record({
        kind: fc.constantFrom('remove' as const, 'default' as const, 'edit' as const),
        which,
        by: fc.constantFrom(asAnn, asBob),
      }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        shop = new MemoryShop()
        for (const uid of [ann, bob]) shop.addUser(uid)
        for (const one of steps) {
          const { uid } = one.by.actor
          const id = testId(100 + one.which)
          const before = own(uid).length
          // devices have different clocks, so times jump back and forth and repeat
          if (one.kind === 'add')
            shop.try(addAddress, { id, uid, fields: home, isDefault: one.isDefault }, { ...one.by, at: START_MS + one.at })
          else if (one.kind === 'edit') shop.try(editAddress, { id, changes: { zip: '1' } }, one.by)
          else shop.try(one.kind === 'remove' ? removeAddress : setDefaultAddress, { id, uid }, one.by)
          for (const each of [ann, bob]) expect(defaults(each)).toHaveLength(own(each).length > 0 ? 1 : 0)
          expect(own(uid).length).toBeLessThanOrEqual(MAX_ADDRESSES)
          expect(Math.abs(own(uid).length - before)).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 300 },
    )
  })
})
