import { expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { expectFits } from './layout.ts'
import { ADMIN } from './server.ts'
import { browser, server, withShop } from './shop.ts'

withShop()

it('shows an admin sign-ins and refused attempts, and in the profile the admin’s own', async () => {
  const wrong = { email: ADMIN.email, password: 'not the password' }
  await expect(server.request('POST', '/identity/sign-in/email', wrong)).rejects.toThrow()
  const tablet = await Device.open(browser, server)
  const page = await tablet.signIn()
  await page.goto(`${server.url}/audit`)
  await page.getByText('Security', { exact: true }).click()
  const table = page.getByRole('table', { name: 'Record of security' })
  await table.getByText('Sign-in refused').waitFor()
  await table.getByText('Chrome on Linux').first().waitFor()
  await expectNoBarriers(page, 'the record of security')
  await expectFits(page, 'the record of security')
  await page.getByLabel('What').selectOption({ label: 'Signed in' })
  await page.getByLabel('What').selectOption({ label: 'Backup made' })
  await page.getByText('Nothing is recorded').waitFor()

  await page.goto(`${server.url}/profile`)
  const section = page.getByRole('region', { name: 'Sign-ins' })
  await section.getByRole('button', { name: 'Show sign-ins' }).click()
  await section.getByText('Sign-in refused').waitFor()
  await expectNoBarriers(page, 'one’s own sign-ins')
  await tablet.close()
})
