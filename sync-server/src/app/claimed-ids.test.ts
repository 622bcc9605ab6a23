import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { beforeAll, expect, it } from 'vitest'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from './testing/shop.ts'

type Person = { readonly token: string }

forEachDatabase('a stranger who knows the ids of somebody’s command and device', (open) => {
  let shop: TestShop
  let admin: Person
  let owner: Person & { readonly uid: string }
  let stranger: Person

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    admin = { token: await shop.signIn(ADMIN_EMAIL) }
    owner = await shop.signUp('owner@example.org')
    stranger = await shop.signUp('stranger@example.org')
  }, 60_000)

  const push = async (person: Person, command: QueuedCommand, clientId = freshId()) => {
    const { body } = await shop.ask('POST', '/sync/push', { clientId, protocol: PROTOCOL_VERSION, commands: [command] }, person)
    return body.results[0]
  }
  const results = async (person: Person, clientId: string) => {
    const headers = { authorization: `Bearer ${person.token}` }
    const started = await shop.server.fetch(new Request(`http://localhost/api/sync/start?protocol=${PROTOCOL_VERSION}`, { headers }))
    const { cursor } = JSON.parse((await started.text()).split('\n')[0] ?? '')
    const pull = { clientId, protocol: PROTOCOL_VERSION, cursor, everyResult: true }
    return (await shop.ask('POST', '/sync/pull', pull, person)).body.results
  }
  const addItem = (): QueuedCommand => {
    const texts = {
      itemName: 'Teapot',
      listingTitle: '',
      barcode1: '0123',
      barcode2: '',
      location: '',
      link: '',
      imageUrl: '',
      priceCents: null,
    }
    return { id: freshId(), name: 'inventory.addMaster', version: 1, args: { id: freshId(), texts, quantity: 1 }, at: Date.now() }
  }
  const rename = (displayName: string): QueuedCommand => ({
    ...{ id: freshId(), name: 'accounts.editProfile', version: 1, at: Date.now() },
    args: { uid: owner.uid, changes: { displayName } },
  })

  it('cannot cause the refusal of the command by sending it first', async () => {
    const command = rename('Olive')
    expect(await push(stranger, command)).toMatchObject({ status: 'rejected', code: 'FORBIDDEN' })
    expect(await push(owner, command)).toMatchObject({ status: 'done' })
    expect((await shop.ask('GET', '/auth/me', undefined, owner)).body.displayName).toBe('Olive')

    // the server does not read the arguments of a forbidden command, so the stranger need not know them
    const office = addItem()
    expect(await push(stranger, { ...office, args: {} })).toMatchObject({ status: 'rejected', code: 'FORBIDDEN' })
    expect(await push(admin, office)).toMatchObject({ status: 'done' })
  })

  it('cannot take the result for which the device waits', async () => {
    const [command, device] = [rename('Olivia'), freshId()]
    expect(await push(owner, command, device)).toMatchObject({ status: 'done' })
    await push(stranger, command, device)
    expect(await results(owner, device)).toMatchObject([{ id: command.id, status: 'done' }])
    expect(await results(stranger, device)).toEqual([])
  })
})
