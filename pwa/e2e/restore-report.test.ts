import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { expectFits } from './layout.ts'
import { ADMIN } from './server.ts'
import { browser, server, token, withShop } from './shop.ts'
import { newId } from './shop-data.ts'

withShop()

const restore = () => server.request<{ detectedAt: string | null; report?: unknown }>('GET', '/admin/restore', undefined, token)

it('asks an admin about a restore that a device reports without proof, and closes payouts if the admin confirms it', async () => {
  const { uid } = await server.request('GET', '/auth/me', undefined, token)
  const changed = {
    id: newId(),
    name: 'accounts.editProfile',
    version: 1,
    args: { uid, changes: {} },
    at: Date.now(),
    replay: true,
  }
  await server.request('POST', '/sync/push', { clientId: newId(), protocol: PROTOCOL_VERSION, commands: [changed] }, token)
  expect((await restore()).detectedAt).toBeNull()

  const tablet = await Device.install(browser, server)
  const page = await tablet.signIn()
  await page.goto(`${server.url}/payout-requests`)
  const notice = page.getByRole('region', { name: 'Was the shop restored from a backup?' })
  await notice.getByText(`a device of ${ADMIN.displayName} said so, without proof`).waitFor()
  await expectNoBarriers(page, 'a report of a restore')
  await expectFits(page, 'a report of a restore')

  await tablet.offline(true)
  await notice.getByText('You can answer when there is a connection.').waitFor()
  expect(await notice.getByRole('button', { name: 'It was restored' }).isDisabled()).toBe(true)
  await tablet.offline(false)

  await notice.getByRole('button', { name: 'It was restored' }).click()
  await page.getByRole('region', { name: 'Payouts are closed' }).waitFor()
  await notice.waitFor({ state: 'detached' })
  expect((await restore()).detectedAt).not.toBeNull()
  await tablet.close()
})
