import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'
import { beforeAll, expect, it } from 'vitest'
import { ADMIN_EMAIL, ISO_8601, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

const box = { carrier: 'UPS', trackingNumber: '1Z5R89390357567127' }

forEachDatabase('the shipment routes', (open) => {
  let shop: TestShop
  let admin: { token: string }
  let ann: { uid: string; token: string }
  let bob: { uid: string; token: string }

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    admin = { token: await shop.signIn(ADMIN_EMAIL) }
    ann = await shop.signUp('ann@example.org')
    bob = await shop.signUp('bob@example.org')
  }, 60_000)

  const submit = async (more: object = {}, by: { token: string } = ann) =>
    (await shop.ask('POST', `/shipments/${ann.uid}`, { ...box, ...more }, by)).body.shipment
  const own = async () => (await shop.ask('GET', `/shipments/${ann.uid}`, undefined, ann)).body.shipments

  it('accept a shipment and list it with its states, newest first', async () => {
    const first = await submit()
    const second = await submit({ carrier: 'usps' })
    const { id, timestamp } = first
    expect([timestamp, second.timestamp]).toEqual([expect.stringMatching(ISO_8601), expect.stringMatching(ISO_8601)])
    const flags = { delivered: 'no', processed: 'no', status: 'pending' }
    expect(first).toEqual({ id, userId: ann.uid, username: 'ann', ...box, ...flags, timestamp, shippedDate: timestamp })
    const list = await own()
    expect(list).toEqual([second, first])
    const history = await shop.ask('GET', `/sales/shipments/${ann.uid}`, undefined, ann)
    expect(history.body.shipments).toEqual(list)
    const all = await shop.ask('GET', '/shipments/admin/all', undefined, admin)
    expect(all.body.shipments).toEqual(list)
    // lists show a username when there is one
    await shop.ask('POST', '/auth/set-username', { username: 'ann_k' }, ann)
    expect((await own())[0].username).toBe('ann_k')
  })

  it('accept the same shipment once when it is sent several times', async () => {
    const before = (await own()).length
    const id = freshId()
    for (let i = 0; i < 2; i++) expect((await submit({ id })).id).toBe(id)
    expect(await own()).toHaveLength(before + 1)
  })

  it('name the missing field', async () => {
    const refused = async (body: unknown) => (await shop.ask('POST', `/shipments/${ann.uid}`, body, ann)).body
    expect((await refused({ ...box, carrier: '' })).fields).toEqual({ carrier: 'Please select a carrier' })
    expect((await refused({ ...box, carrier: 'OTHER' })).fields).toEqual({ carrier: 'Please enter carrier name' })
    expect((await refused({ carrier: 'UPS' })).fields).toEqual({ trackingNumber: 'Please enter tracking number' })
  })

  it('let the consignor change and delete a shipment until it is received', async () => {
    const { id } = await submit()
    const path = `/shipments/${ann.uid}/${id}`
    expect((await shop.ask('PATCH', path, { trackingNumber: '2' }, ann)).body.shipment).toMatchObject({
      carrier: 'UPS',
      trackingNumber: '2',
    })
    expect((await shop.ask('PATCH', path, { carrier: 'fedex' }, ann)).body.shipment).toMatchObject({
      carrier: 'FEDEX',
      trackingNumber: '2',
    })
    // upper and lower case of ids do not matter
    expect((await shop.ask('PATCH', `/shipments/${ann.uid}/${id.toUpperCase()}`, { trackingNumber: '2' }, ann)).status).toBe(200)
    const set = (body: unknown) => shop.ask('PATCH', `/shipments/admin/${id}/status`, body, admin)
    expect((await set({ processed: 'yes' })).body.shipment).toMatchObject({ processed: 'yes', delivered: 'no', status: 'processed' })
    expect((await set({ delivered: true })).body.shipment).toMatchObject({ processed: 'yes', delivered: 'yes', status: 'delivered' })
    expect(await shop.ask('PATCH', path, { trackingNumber: '3' }, ann)).toMatchObject({ status: 409, body: { code: 'SHIPMENT_CLOSED' } })
    expect((await shop.ask('DELETE', path, undefined, ann)).status).toBe(409)
    await set({ processed: 'no', delivered: 'no' })
    expect((await shop.ask('DELETE', path, undefined, ann)).status).toBe(200)
    expect((await shop.ask('DELETE', path, undefined, ann)).status).toBe(404)
    expect((await set({})).status).toBe(400)
    expect((await set({ processed: 'yes' })).status).toBe(404)
  })

  it('let nobody but an admin create or delete another person’s shipments by any path', async () => {
    const { id } = await submit()
    for (const path of [`/shipments/${ann.uid}/${id}`, `/shipments/admin/${id}`])
      expect((await shop.ask('DELETE', path, undefined, bob)).status).toBe(403)
    expect((await shop.ask('DELETE', `/shipments/${bob.uid}/${id}`, undefined, bob)).status).toBe(404)
    expect((await shop.ask('POST', `/shipments/${ann.uid}`, box, bob)).status).toBe(403)
    const remove = () => shop.ask('DELETE', `/shipments/admin/${id}`, undefined, admin)
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])
    expect((await own()).map((shipment: { id: string }) => shipment.id)).not.toContain(id)
  })

  it('refuse a hostile text, or keep it as typed without characters that the database cannot store', async () => {
    for (const text of HOSTILE_STRINGS.slice(0, 40)) {
      const { status, body } = await shop.ask('POST', `/shipments/${ann.uid}`, { carrier: 'DHL', trackingNumber: text }, ann)
      if (status === 200) expect(body.shipment.trackingNumber).toBe(text.toWellFormed().replaceAll('\u0000', '').trim())
      else expect(status).toBe(400)
    }
  })
})
