import { calls } from '@shop/shared/calls.ts'
import { beforeAll, expect, it } from 'vitest'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from './testing/shop.ts'

/** A valid body for each call that needs one. */
const BODIES: Readonly<Record<string, object>> = {
  'payouts.askForPayout': { amount: 1, method: 'venmo', paymentUsername: 'ann' },
  'shipments.createShipment': { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' },
  'shipments.changeShipment': { carrier: 'UPS' },
  'accounts.eraseUser': { name: 'Ann' },
}

/** The calls whose path names a person, each with the path for an unknown person. Other ids in the path name nothing either. */
const ofPeople = calls.flatMap((call) =>
  typeof call.access === 'object' ? [{ ...call, asked: call.path.replace(/\{\w+\}/g, () => freshId()) }] : [],
)

forEachDatabase('a path with the id of nobody', (open) => {
  let shop: TestShop
  let token: string
  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    token = await shop.signIn(ADMIN_EMAIL)
  }, 60_000)

  for (const { name, method, path, asked } of ofPeople)
    it(`is answered 404 by ${method} ${path}`, async () => {
      const { status, body } = await shop.ask(method, asked, BODIES[name], { token })
      const namesPersonAlone = path.split('{').length === 2
      expect([status, body.code]).toEqual([404, namesPersonAlone ? 'ACCOUNT_NOT_FOUND' : expect.any(String)])
    })
})
