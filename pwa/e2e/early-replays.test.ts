import { join } from 'node:path'
import { expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { joinShop } from './consignor.ts'
import { expectFits } from './layout.ts'
import { ADMIN } from './server.ts'
import { browser, server, token, withShop } from './shop.ts'
import { signInAgain } from './sign-in-again.ts'
import { expectAllSent } from './till.ts'

withShop()

it('names what came back too early to a restored shop, and takes it when the other device has sent its work', async () => {
  const ann = await joinShop(server, 'Ann Consignor')
  await server.request('PUT', `/sales/balance/${ann.uid}`, { balance: 50, reason: 'Opening balance' }, token)
  const backup = join(server.dataDir, 'the.backup')
  await server.command('backup', backup)

  const [phone, tablet] = [await Device.install(browser, server, { width: 390, height: 844 }), await Device.install(browser, server)]
  const page = await phone.signIn(ann.email, ann.password)
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('button', { name: 'Request Payout' }).click()
  const form = page.getByRole('dialog', { name: 'Request Payout' })
  await form.getByLabel('Amount').fill('12')
  await form.getByText('CashApp', { exact: true }).click()
  await form.getByLabel('CashTag').fill('ann')
  await form.getByRole('button', { name: 'Request Payout' }).click()
  await page.getByText('Payout request submitted successfully!').waitFor()
  await expectAllSent(page)

  const office = await tablet.signIn()
  await office.goto(`${server.url}/payout-requests`)
  const row = office.getByRole('row').filter({ hasText: '$12.00' })
  await row.getByRole('button', { name: 'Paid' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Paid' }).click()
  await row.waitFor({ state: 'detached' })
  await expectAllSent(office)

  await server.stop('SIGTERM')
  await server.command('restore', backup, '--replace')
  await server.start()
  await signInAgain(office, ADMIN)
  await office.goto(`${server.url}/sync`)
  const early = office.getByRole('region', { name: 'Waiting for another device' })
  await early.getByText('Mark payout as paid').waitFor({ timeout: 60_000 })
  await early.getByText('Waits for another device').waitFor()
  await expectNoBarriers(office, 'work that waits for another device')
  await expectFits(office, 'work that waits for another device')

  await office.goto(`${server.url}/payout-requests`)
  const notice = office.getByRole('region', { name: 'Payouts are closed' })
  const named = `Mark payout as paid for Ann Consignor, by ${ADMIN.displayName}`
  await notice.getByText(named).waitFor()
  await expectNoBarriers(office, 'a notice of a restore that names what waits')
  await expectFits(office, 'a notice of a restore that names what waits')
  await notice.getByRole('button', { name: 'Open payouts' }).click()
  const question = office.getByRole('dialog', { name: 'Open payouts again?' })
  await question.getByText(named).waitFor()
  await question.getByText('Do not pay it again.').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()

  await signInAgain(page, ann)
  const again = await server.signIn(ADMIN.email, ADMIN.password)
  const left = () => server.request('GET', '/admin/restore', undefined, again)
  const none = { detectedAt: expect.any(String), waiting: { count: 0, entries: [] } }
  await expect.poll(left, { timeout: 60_000, interval: 250 }).toMatchObject(none)
  await office.reload()
  await notice.getByText('the shop was found restored from a backup').waitFor()
  expect(await notice.getByText(named).count()).toBe(0)
  await expectAllSent(office)
  await office.goto(`${server.url}/sync`)
  await office.getByText('Everything is sent').waitFor()
  expect(await early.count()).toBe(0)
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('region', { name: 'Current Balance' }).getByText('$38.00').waitFor({ timeout: 60_000 })
  for (const device of [phone, tablet]) await device.close()
})
