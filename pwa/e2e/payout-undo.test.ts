import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device, untilControlled } from './browser.ts'
import { joinShop } from './consignor.ts'
import { browser, server, token, withShop } from './shop.ts'
import { newId, runCommands } from './shop-data.ts'
import { expectAllSent } from './till.ts'

// Undo of a payout that an admin marked as paid by mistake.

let tablet: Device
let admin: Page
let ann: { readonly uid: string; readonly token: string }

withShop()
beforeAll(async () => {
  ann = await joinShop(server, 'Ann Consignor')
  await server.request('PUT', '/auth/me', { emailNotificationsEnabled: true }, ann.token)
  await server.request('PUT', `/sales/balance/${ann.uid}`, { balance: 40 }, token)
  await runCommands(server, ann.token, [
    { name: 'payouts.request', args: { payoutId: newId(), uid: ann.uid, amountCents: 700, method: 'venmo', handle: 'ann' } },
  ])
  tablet = await Device.install(browser, server)
  admin = await tablet.signIn()
  await admin.goto(`${server.url}/payout-requests`)
})

const row = () => admin.getByRole('row').filter({ hasText: '$7.00' })
const offer = () => admin.getByRole('status').getByText('$7.00 to Ann Consignor').locator('..')

async function pay() {
  await row().getByRole('button', { name: 'Paid' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Paid' }).click()
  await admin.getByText('Payout marked as paid').waitFor()
  await row().waitFor({ state: 'detached' })
}

const paidInAll = async () =>
  (await server.request<{ totalPayouts: number }>('GET', `/sales/total-payouts/${ann.uid}`, undefined, ann.token)).totalPayouts
const balance = async () => (await server.request<{ balance: number }>('GET', `/sales/balance/${ann.uid}`, undefined, ann.token)).balance

it('a payout marked as paid by mistake waits again after Undo, and its money is held as before', async () => {
  await row().waitFor()
  await pay()
  await expect.poll(paidInAll).toBe(7)
  await offer().waitFor()
  await expectNoBarriers(admin, 'the offer to undo a payment')
  await offer().getByRole('button', { name: 'Undo' }).click()
  await admin.getByText('The payout waits again').waitFor()
  await row().waitFor()
  await expectAllSent(admin)
  expect([await paidInAll(), await balance()]).toEqual([0, 33])
})

it('Undo works offline, and the consignor is told of the one payment that stays', async () => {
  await untilControlled(admin)
  await tablet.offline(true)
  await pay()
  await offer().getByRole('button', { name: 'Undo' }).click()
  await row().waitFor()
  await tablet.offline(false)
  await expectAllSent(admin)
  expect([await paidInAll(), await balance()]).toEqual([0, 33])
  await pay()
  await expectAllSent(admin)
  const told = async () => {
    const { mails } = await server.request<{ mails: { kind: string; subject: string }[] }>('GET', '/admin/mails', undefined, token)
    return mails.flatMap(({ kind, subject }) => (kind === 'notifications.news' ? [subject] : []))
  }
  // the jobs of the two undone payments were due before this one
  await expect.poll(told, { timeout: 60_000 }).toEqual(['Payout sent'])
  expect([await paidInAll(), await balance()]).toEqual([7, 33])
})
