import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoBarriers, violations } from './axe.ts'
import { Device, launchWholeBrowser } from './browser.ts'
import { PushService } from './push-service.ts'
import { token as admin, browser, server, withShop } from './shop.ts'
import { expectAllSent } from './till.ts'

type PushSubscriptionJson = { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } }

const PASSWORD = 'correct horse'
const PHONE = { width: 390, height: 844 }
const [SALES, PAYOUTS, UNKNOWN] = ['100000000000000001', '100000000000000002', '100000000000000003']

let discord: Server
const posted: { channel: string; content: string }[] = []

beforeAll(async () => {
  // Discord's channels: the bot may write in SALES but not in PAYOUTS, and no other channel exists
  discord = createServer((request, response) => {
    const channel = /^\/api\/v10\/channels\/(\d+)\/messages$/.exec(request.url ?? '')?.[1]
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const answer = (status: number, json: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
      if (channel === PAYOUTS) return answer(403, { message: 'Missing Access', code: 50001 })
      if (channel !== SALES) return answer(404, { message: 'Unknown Channel', code: 10003 })
      posted.push({ channel, content: (JSON.parse(body) as { content: string }).content })
      answer(200, { id: '1' })
    })
  })
  await new Promise<void>((resolve) => discord.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void discord?.close())
withShop(
  () => ({ DISCORD_URL: `http://127.0.0.1:${(discord.address() as AddressInfo).port}`, DISCORD_BOT_TOKEN: 'a.bot.token' }),
  launchWholeBrowser,
)

async function newPerson(name: string, open = () => Device.install(browser, server, PHONE)) {
  const email = `${name}@example.org`
  const { user, token } = await server.request<{ user: { id: string }; token: string }>('POST', '/identity/sign-up/email', {
    email,
    password: PASSWORD,
    name,
  })
  const device = await open()
  const page = await device.signIn(email, PASSWORD)
  return { uid: user.id, token, device, page }
}

const shownOn = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data }))
  })

/** Counts the pushes that the app has handled. A test that does not wait for them may read the notifications too early. Chromium then takes a
 *  notification that is not yet drawn for a closed one, and drops it. */
async function countPushes(device: Device, page: Page): Promise<() => number> {
  const cdp = await device.context.newCDPSession(page)
  const service = 'pushMessaging'
  let done = 0
  cdp.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent: { eventName } }) => {
    if (eventName === 'Push event completed') done += 1
  })
  await cdp.send('BackgroundService.setRecording', { shouldRecord: true, service })
  await cdp.send('BackgroundService.startObserving', { service })
  return () => done
}

const deviceSwitch = (page: Page) => page.getByRole('switch', { name: 'Notifications on this device' })

/** Blocks notifications of this page in the browser's settings. The block lasts as long as the CDP session that set it. */
async function forbid(device: Device, page: Page): Promise<void> {
  const { targetInfo } = await (await device.context.newCDPSession(page)).send('Target.getTargetInfo')
  await (await browser.newBrowserCDPSession()).send('Browser.setPermission', {
    permission: { name: 'notifications' },
    setting: 'denied',
    origin: server.url,
    ...(targetInfo.browserContextId === undefined ? {} : { browserContextId: targetInfo.browserContextId }),
  })
}

it('an admin sets the channels, tests them, and sees the result of each', async () => {
  const device = await Device.install(browser, server)
  const page = await device.signIn()
  await page.goto(`${server.url}/admin`)
  await page.getByRole('button', { name: 'Test Discord' }).click()
  const dialog = page.getByRole('dialog', { name: 'Discord Test Results' })
  await dialog.getByText('No channel is set yet, so nothing was sent.').waitFor()
  await expectNoBarriers(page, 'the results of a test')
  await dialog.getByRole('link', { name: 'Channels are set under Settings' }).click()

  await page.getByLabel('Channels for sales').fill('#general')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Please enter channel IDs from Discord, numbers of 17 to 20 digits').waitFor()
  await page.getByLabel('Channels for sales').fill(`${SALES}, ${UNKNOWN}`)
  await page.getByLabel('Channels for payouts').fill(PAYOUTS)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Settings saved').waitFor()
  expect(await page.getByLabel('Channels for sales').inputValue()).toBe(`${SALES} ${UNKNOWN}`)
  await page.getByText('Discord channels for sales').waitFor()
  // the server must know the channels before they are tested
  await expectAllSent(page)

  await page.goto(`${server.url}/admin`)
  await page.getByRole('button', { name: 'Test Discord' }).click()
  const sales = dialog.getByRole('region', { name: 'Sales channels' }).getByRole('listitem')
  const payouts = dialog.getByRole('region', { name: 'Payout channels' }).getByRole('listitem')
  await expect.poll(() => sales.allInnerTexts()).toHaveLength(2)
  expect((await sales.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
    `${SALES} Success`,
    `${UNKNOWN} Failed Discord knows no channel with this ID.`,
  ])
  expect(await payouts.innerText()).toContain('The bot has no access to this channel.')
  expect(posted.at(-1)).toEqual({ channel: SALES, content: '**Test message**\n• This channel receives messages about sales.' })
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')

  await device.offline(true)
  await page.getByText('Offline: all but Import and Test Discord works').waitFor()
  expect(await page.getByRole('button', { name: 'Test Discord' }).isDisabled()).toBe(true)
  await device.offline(false)
  await device.close()
})

it('failed messages are listed with the reason', async () => {
  await server.request('POST', '/inventory/master', { itemName: 'Cup', barcode1: '1', quantity: 5 }, admin).then(async ({ item }) => {
    await server.request('POST', '/inventory/master/sale', { masterItemID: (item as { id: string }).id, quantitySold: 2 }, admin)
  })
  await expect.poll(() => posted.at(-1)?.content).toBe('**Sold!**\n• 2 × Cup')
  const device = await Device.install(browser, server, PHONE)
  const page = await device.signIn()
  await page.goto(`${server.url}/settings`)
  const trouble = page.getByRole('list', { name: 'Notifications that did not arrive' }).getByRole('listitem')
  await trouble.getByText('Discord knows no channel with this ID. (1 attempt)').waitFor()
  await trouble.getByText(`Discord, channel ${UNKNOWN}`).waitFor()
  expect(await violations(page)).toEqual([])
  await device.close()
})

it('a person switches e-mails on, and learns why a device cannot receive notifications', async () => {
  const { device, page } = await newPerson('vera')
  await page.goto(`${server.url}/profile`)
  await page.getByRole('switch', { name: 'E-mail notifications' }).click()
  await expect.poll(() => page.getByRole('switch', { name: 'E-mail notifications' }).isChecked()).toBe(true)

  await deviceSwitch(page).waitFor()
  await device.context.grantPermissions(['notifications'])
  await page.reload()
  await expect.poll(() => deviceSwitch(page).isEnabled()).toBe(true)
  // the private window of a test gets no subscription: the person reads why, and the switch stays off
  await deviceSwitch(page).click()
  await page.getByText('This browser could not reach its push service').waitFor()
  expect(await deviceSwitch(page).isChecked()).toBe(false)
  expect(await violations(page)).toEqual([])

  await device.offline(true)
  await page.getByText('This can be changed when the server is reached again.').waitFor()
  expect(await deviceSwitch(page).isDisabled()).toBe(true)
  await device.offline(false)
  await forbid(device, page)
  await page.reload()
  await page.getByText('Notifications of this app are blocked in the browser.').waitFor()
  expect(await deviceSwitch(page).isDisabled()).toBe(true)
  await device.close()
})

it('a push appears for its person, and for nobody else', async () => {
  const { uid, device, page } = await newPerson('walt')
  await device.context.grantPermissions(['notifications'])
  const cdp = await device.context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId)),
  )
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registered
  const deliver = (payload: object) =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data: JSON.stringify(payload) })
  const pushes = await countPushes(device, page)
  const shown = async (after: number) => {
    await expect.poll(pushes, { timeout: 60_000 }).toBe(after)
    return shownOn(page)
  }
  const sold = { uid, title: 'Sold!', body: 'Cup for $20.00, your share is $10.00', path: '/sales-history', tag: 'one' }
  await deliver({ ...sold, uid: 'somebody-else', title: 'Not yours' })
  await deliver({ nonsense: true })
  await deliver(sold)
  expect(await shown(3)).toEqual([{ title: 'Sold!', body: sold.body, tag: 'one', data: { path: '/sales-history' } }])
  // a repeated message replaces the first
  await deliver(sold)
  await deliver({ ...sold, tag: 'two', title: 'Payout sent' })
  expect((await shown(5)).map(({ title }) => title).sort()).toEqual(['Payout sent', 'Sold!'])

  // nothing appears while nobody is signed in
  await page.goto(`${server.url}/profile`)
  await page
    .getByRole('button', { name: /Profile|Account/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await page.waitForURL((url) => url.pathname === '/login' || url.pathname === '/')
  await deliver({ ...sold, tag: 'three', title: 'Too late' })
  await deliver({ ...sold, tag: 'four', title: 'Too late' })
  expect((await shown(7)).map(({ title }) => title).sort()).toEqual(['Payout sent', 'Sold!'])
  await device.close()
})

it('a phone subscribes with the shop’s key, shows what its push service delivers, and unsubscribes', async () => {
  const service = await PushService.start()
  const { uid, token, device, page } = await newPerson('xena', () => Device.installProfile(server, service.args, PHONE))
  const known = () => server.request<{ publicKey: string; devices: number }>('GET', '/notifications/push', undefined, token)
  const subscription = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return ((await registration.pushManager.getSubscription())?.toJSON() ?? null) as PushSubscriptionJson | null
    })
  await device.context.grantPermissions(['notifications'], { origin: server.url })
  await page.goto(`${server.url}/profile`)
  await expect.poll(() => deviceSwitch(page).isEnabled()).toBe(true)
  await deviceSwitch(page).click()
  await expect.poll(() => deviceSwitch(page).isChecked(), { timeout: 60_000 }).toBe(true)
  const subscribed = (await subscription()) as PushSubscriptionJson
  const { publicKey, devices } = await known()
  expect([service.senderOf(subscribed.endpoint), devices]).toEqual([publicKey, 1])

  const payload = { uid, title: 'Sold!', body: 'Cup for $20.00, your share is $10.00', path: '/sales-history', tag: 'one' }
  const pushes = await countPushes(device, page)
  service.deliver(subscribed, JSON.stringify(payload))
  await expect.poll(pushes, { timeout: 60_000 }).toBe(1)
  expect(await shownOn(page)).toEqual([{ title: 'Sold!', body: payload.body, tag: 'one', data: { path: '/sales-history' } }])

  await page.reload()
  await expect.poll(() => deviceSwitch(page).isChecked()).toBe(true)
  await expect.poll(() => deviceSwitch(page).isEnabled()).toBe(true)
  await deviceSwitch(page).click()
  await expect.poll(() => deviceSwitch(page).isChecked()).toBe(false)
  await expect.poll(subscription).toBeNull()
  expect((await known()).devices).toBe(0)
  await device.close()
  await service.close()
})
