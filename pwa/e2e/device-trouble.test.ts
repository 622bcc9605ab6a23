import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { Device, launchWholeBrowser } from './browser.ts'
import { serverRows } from './rows.ts'
import { browser, server, token, withShop } from './shop.ts'
import { type Goods, makeGoods, stock } from './shop-data.ts'
import { expectAllSent, openTill, scan, sellForCash, waitingCount } from './till.ts'

const goods = makeGoods(3)
const [pot, vase] = goods as [Goods, Goods, Goods]

// the full browser, for Background Sync
withShop(undefined, launchWholeBrowser)
beforeAll(async () => {
  await stock(server, token, goods)
})

/** An address of the shop's origin at which the app does not run. */
const WITHOUT_APP = '/icons/icon.svg'

/** Writes to a database that is not the app's. Resolves to `stored` or the error's name. */
function storeSomething(): Promise<string> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('something', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('things', { autoIncrement: true })
    opening.onerror = () => resolve(opening.error?.name ?? '')
    opening.onsuccess = () => {
      const writing = opening.result.transaction('things', 'readwrite')
      writing.objectStore('things').add('thing')
      const end = (outcome: string) => {
        opening.result.close()
        resolve(outcome)
      }
      writing.oncomplete = () => end('stored')
      writing.onabort = () => end(writing.error?.name ?? '')
    }
  })
}

const cart = (page: Page) => page.getByRole('region', { name: 'Cart and payment' })

async function openShop(): Promise<{ tablet: Device; page: Page }> {
  const tablet = await Device.install(browser, server)
  const page = await tablet.signIn()
  await page.goto(`${server.url}/pos`)
  await openTill(page)
  await expectAllSent(page)
  return { tablet, page }
}

it('a full disk: Complete Sale says that nothing was saved and keeps the cart, and works again when there is space', async () => {
  const { tablet, page } = await openShop()
  const quota = await page.context().newCDPSession(page)
  await scan(page, pot.barcode)
  await cart(page).getByText(pot.name, { exact: true }).waitFor()
  await expectAllSent(page)

  await quota.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 1 })
  // the browser caches its estimate of the space for half a minute
  await expect.poll(() => page.evaluate(storeSomething), { timeout: 60_000, interval: 1_000 }).toBe('QuotaExceededError')
  await scan(page, vase.barcode)
  await cart(page).getByText(vase.name, { exact: true }).waitFor()
  await page
    .getByText(/This device has no storage left/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Complete Sale' }).click()
  await page.waitForTimeout(500)
  await page.getByRole('button', { name: /^Exact/ }).click()
  await cart(page)
    .getByRole('alert')
    .getByText(/no storage left\. Nothing was saved/)
    .waitFor()
  expect(await page.getByText('Sale completed successfully').count()).toBe(0)

  await quota.send('Storage.overrideQuotaForOrigin', { origin: server.url })
  await page.getByRole('button', { name: /^Exact/ }).click()
  await page.getByText('Sale completed successfully').waitFor()
  const receipt = (await page.getByText(/^Receipt \S+$/).innerText()).replace('Receipt ', '')
  await expectAllSent(page)
  await page
    .getByText(/no storage left/)
    .first()
    .waitFor({ state: 'hidden' })
  const sold = (await serverRows(server, token)).posSales.filter(({ receiptNumber }) => receiptNumber === receipt)
  expect(sold.map(({ lines }) => lines.map(({ itemId }) => itemId))).toEqual([[pot.id, vase.id]])
  await tablet.close()
})

/** Ways in which browsers refuse a database, for example in old private windows or when the page's cookies are blocked. */
const REFUSALS: Readonly<Record<string, () => void>> = {
  'throws at once': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
  },
  'is not there': () => void Object.defineProperty(window, 'indexedDB', { value: undefined }),
  'fails later': () => {
    IDBFactory.prototype.open = () => {
      const request = new EventTarget() as unknown as { error: DOMException; onerror?: (event: Event) => void }
      request.error = new DOMException(
        'A mutation operation was attempted on a database that did not allow mutations.',
        'InvalidStateError',
      )
      setTimeout(() => request.onerror?.(Object.defineProperty(new Event('error'), 'target', { value: request })))
      return request as unknown as IDBOpenDBRequest
    }
  },
}

it.each(Object.keys(REFUSALS))(
  'a browser whose database %s: the app says so, shows the shop, and takes no sale it would lose',
  async (how) => {
    const tablet = await Device.install(browser, server)
    await tablet.context.addInitScript(REFUSALS[how] as () => void)
    const page = await tablet.signIn()
    // a link instead of a reload: a sign-in that cannot be stored ends with the page
    await page.getByRole('link', { name: 'New sale' }).first().click()
    await page
      .getByText(/This browser does not let the app store anything/)
      .first()
      .waitFor()
    await openTill(page)
    await scan(page, pot.barcode)
    await cart(page).getByText(pot.name, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Complete Sale' }).click()
    await page.waitForTimeout(500)
    await page.getByRole('button', { name: /^Exact/ }).click()
    await cart(page)
      .getByRole('alert')
      .getByText(/does not let the app store anything.*Nothing was saved/)
      .waitFor()
    expect(await page.getByText('Sale completed successfully').count()).toBe(0)
    await tablet.close()
  },
)

/** The service worker's registration id, from the browser's developer tools. */
async function registrationOf(tools: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const one = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(server.url) && !isDeleted)
      if (one) resolve(one.registrationId)
    })
  })
  await tools.send('ServiceWorker.enable')
  return found
}

it('Background Sync: a sale made offline is sent after every tab of the app has closed', async () => {
  const { tablet, page } = await openShop()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await tablet.offline(true)
  const receipt = await sellForCash(page, [pot])
  const tags = () =>
    page.evaluate(async () => {
      const { sync } = (await navigator.serviceWorker.ready) as unknown as { sync: { getTags(): Promise<string[]> } }
      return sync.getTags()
    })
  expect(await tags()).toEqual(['outbox'])
  const quiet = await tablet.tab(WITHOUT_APP)
  await page.close()
  expect(await waitingCount(quiet)).toBeGreaterThan(0)

  const tools = await tablet.context.newCDPSession(quiet)
  const registrationId = await registrationOf(tools)
  await tablet.offline(false)
  await tools.send('ServiceWorker.dispatchSyncEvent', { origin: server.url, registrationId, tag: 'outbox', lastChance: false })
  const arrived = async () => (await serverRows(server, token)).posSales.filter(({ receiptNumber }) => receiptNumber === receipt).length
  await expect.poll(arrived, { timeout: 30_000, interval: 500 }).toBe(1)

  // the next tab learns that the sale has arrived, and sends nothing twice
  await openTill(await tablet.tab('/pos'))
  await expectAllSent(quiet)
  expect(await arrived()).toBe(1)
  await tablet.close()
})
