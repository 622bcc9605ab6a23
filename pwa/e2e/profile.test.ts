import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectNoBarriers } from './axe.ts'
import { Device } from './browser.ts'
import { factsIn } from './facts.ts'
import { browser, server, withShop } from './shop.ts'
import { untilStored } from './stored.ts'

const PASSWORD = 'correct horse'

withShop()

type Me = {
  uid: string
  photoURL: string
  username: string | null
  displayName: string
  discord: { id: string } | null
  addresses: { street: string; isDefault: boolean }[]
}

/** Signs a new consignor in. `me` reads the account from the server. */
async function newPerson(name: string, viewport?: { width: number; height: number }) {
  const email = `${name}@example.org`
  await server.request('POST', '/identity/sign-up/email', { email, password: PASSWORD, name })
  const token = await server.signIn(email, PASSWORD)
  const device = await Device.install(browser, server, viewport)
  const page = await device.signIn(email, PASSWORD)
  return { device, page, me: () => server.request<Me>('GET', '/auth/me', undefined, token) }
}

const dialog = (page: Page) => page.getByRole('dialog')
const username = (page: Page) => page.getByRole('textbox', { name: 'Username' })

async function openProfile(page: Page): Promise<void> {
  await page.goto(`${server.url}/profile`)
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
}

/** Draws a picture of this size and type in the browser: left half red, right half blue. */
async function pictureFile(page: Page, type: string, width: number, height: number) {
  const base64 = await page.evaluate(
    ([mime, w, h]) => {
      const canvas = document.createElement('canvas')
      canvas.width = w
      canvas.height = h
      const context = canvas.getContext('2d') as CanvasRenderingContext2D
      context.fillStyle = '#f00'
      context.fillRect(0, 0, w / 2, h)
      context.fillStyle = '#00f'
      context.fillRect(w / 2, 0, w / 2, h)
      return canvas.toDataURL(mime).split(',')[1] as string
    },
    [type, width, height] as const,
  )
  return { name: 'me.picture', mimeType: type, buffer: Buffer.from(base64, 'base64') }
}

/** Size of a picture, and its colours to the left and right of the middle and in a corner. */
function lookOf(page: Page, url: string) {
  return page.evaluate(async (address) => {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    const canvas = document.createElement('canvas')
    const { naturalWidth: width, naturalHeight: height } = picture
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    context.drawImage(picture, 0, 0)
    const at = (x: number, y: number) =>
      [...context.getImageData(x * width, y * height, 1, 1).data.slice(0, 3)].map((value) => Math.round(value / 255)).join('')
    return { width, height, left: at(0.45, 0.5), right: at(0.55, 0.5), corner: at(0.02, 0.02) }
  }, url)
}

it('crops and uploads a picture, and shows and removes it offline too', async () => {
  const { device, page, me } = await newPerson('pia')
  await openProfile(page)
  await page.getByRole('button', { name: 'Upload a picture' }).click()
  const file = dialog(page).getByLabel('Picture file')
  const save = dialog(page).getByRole('button', { name: 'Save picture' })
  await save.click()
  await dialog(page).getByText('Please select and crop an image first').waitFor()
  await file.setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await dialog(page).getByText('Only JPEG, PNG, GIF, and WebP images are allowed').waitFor()
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024) })
  await dialog(page).getByText('Image must be less than 5MB').waitFor()
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
  await dialog(page).getByText('Error uploading image. Please try again or choose a different image.').waitFor()

  await file.setInputFiles(await pictureFile(page, 'image/png', 800, 600))
  // buttons move the picture too, so nobody has to drag
  const placed = () =>
    dialog(page)
      .getByAltText('The chosen picture')
      .evaluate((img) => (img as HTMLElement).style.transform)
  // the crop area appears once the picture has loaded, and can be moved from then on
  const cropper = dialog(page).getByTestId('cropper')
  await cropper.waitFor()
  expect(await cropper.evaluate((area) => getComputedStyle(area).borderRadius)).toBe('50%')
  const middle = await placed()
  await dialog(page).getByRole('button', { name: 'Move left' }).click()
  await expect.poll(placed).not.toBe(middle)
  await dialog(page).getByRole('button', { name: 'Move right' }).click()
  await expect.poll(placed).toBe(middle)
  const zoom = dialog(page).getByLabel('Zoom')
  expect([await zoom.getAttribute('min'), await zoom.getAttribute('max')]).toEqual(['0.5', '3'])
  await zoom.fill('0.5')
  await page.waitForTimeout(300)
  await save.click()
  await page.getByText('Profile picture updated').waitFor()

  const { photoURL } = await me()
  expect(photoURL).toMatch(/^\/api\/images\/[0-9a-f]{64}\.jpg$/)
  // the picture was zoomed out, so it has a white margin
  expect(await lookOf(page, photoURL)).toEqual({ width: 400, height: 400, left: '100', right: '001', corner: '111' })
  const avatar = page.getByRole('button', { name: 'Profile menu of pia' }).locator('img')
  await expect.poll(() => avatar.getAttribute('src')).toBe(photoURL)

  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await avatar.waitFor()
  await expect.poll(() => page.evaluate(async (url) => (await caches.match(url)) !== undefined, photoURL)).toBe(true)
  await device.offline(true)
  const again = await device.tab('/profile')
  const shown = again.getByRole('button', { name: 'Profile menu of pia' }).locator('img')
  await expect.poll(() => shown.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(400)
  expect(await again.getByRole('button', { name: 'Change picture' }).isDisabled()).toBe(true)

  // the picture is removed offline, and deleted on the server once online
  await again.getByRole('button', { name: 'Remove picture' }).click()
  await again.getByRole('dialog').waitFor()
  await expectNoBarriers(again, 'the question before the picture goes')
  await again.getByRole('dialog').getByRole('button', { name: 'Remove picture' }).click()
  await again.getByText('Profile picture removed').waitFor()
  await again.getByRole('button', { name: 'Upload a picture' }).waitFor()
  await device.offline(false)
  await expect.poll(async () => (await me()).photoURL, { timeout: 60_000 }).toBe('')
  await expect.poll(async () => (await fetch(server.url + photoURL)).status, { timeout: 30_000 }).toBe(404)
  await device.close()
})

/** Adds an address for Otto, after the form has refused an empty one. */
async function addAddress(page: Page, street: string) {
  await page.getByRole('button', { name: 'Add Address' }).click()
  await dialog(page).getByRole('button', { name: 'Add Address' }).click()
  await dialog(page).getByText('All address fields are required').waitFor()
  for (const [label, value] of [
    ['Full name', 'Otto'],
    ['Street address', street],
    ['City', 'Austin'],
    ['State', 'TX'],
    ['ZIP code', '73301'],
  ] as const)
    await dialog(page).getByLabel(label).fill(value)
  expect(await dialog(page).getByLabel('Country').inputValue()).toBe('USA')
  await dialog(page).getByRole('button', { name: 'Add Address' }).click()
  await dialog(page).waitFor({ state: 'hidden' })
}

async function changeAddresses(page: Page) {
  const rows = page.getByRole('list', { name: 'Your addresses' }).getByRole('listitem')
  expect(await rows.filter({ has: page.getByText('Default', { exact: true }) }).allTextContents()).toEqual([
    expect.stringContaining('1 Main St'),
  ])
  await rows
    .filter({ hasText: '3 Back St' })
    .getByRole('button', { name: /the default$/ })
    .click()
  await rows.filter({ hasText: '3 Back St' }).getByText('Default', { exact: true }).waitFor()
  await rows.filter({ hasText: '3 Back St' }).getByText('Saved on this device').waitFor()
  await rows
    .filter({ hasText: '3 Back St' })
    .getByRole('button', { name: /^Delete/ })
    .click()
  await dialog(page).getByText('Otto, 3 Back St, Austin').waitFor()
  await dialog(page).getByRole('button', { name: 'Delete address' }).click()
  await rows.filter({ hasText: '3 Back St' }).waitFor({ state: 'detached' })
  await rows.filter({ hasText: '2 Side St' }).getByRole('button', { name: /^Edit/ }).click()
  await dialog(page).getByLabel('Street address').fill('22 Side St')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await dialog(page).waitFor({ state: 'hidden' })
}

async function changeProfile(page: Page) {
  await page.getByLabel('Display name').fill('Otto Otter')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Profile updated').waitFor()
  await page.getByLabel('Discord user ID').fill('80351110224678912')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabel('Discord notifications').click()
  await page.getByText('How to find your Discord user ID').click()
  await page.getByText('Choose Copy User ID and paste it here.').waitFor()
}

it('saves addresses and the profile offline, and sends them later', async () => {
  const { device, page, me } = await newPerson('otto', { width: 390, height: 844 })
  await openProfile(page)
  await page.getByRole('button', { name: 'Add Address' }).waitFor()
  await expect
    .poll(async () => Object.fromEntries(await factsIn(page)))
    .toMatchObject({
      'E-mail': 'otto@example.orgNot confirmed',
      Username: expect.stringMatching(/^Not set/),
      Role: 'User',
      'User ID': (await me()).uid,
      'Discord username': 'Not linked',
    })
  expect(await page.getByLabel('Display name').inputValue()).toBe('otto')
  const theme = () => page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))
  expect(await theme()).toBe('light')
  await page.getByLabel('Dark theme').click()
  await expect.poll(theme).toBe('dark')
  await device.offline(true)
  for (const street of ['1 Main St', '2 Side St', '3 Back St']) await addAddress(page, street)
  await changeAddresses(page)
  await changeProfile(page)
  expect((await me()).addresses).toEqual([])

  await device.offline(false)
  await expect
    .poll(async () => (await me()).addresses.map(({ street, isDefault }) => [street, isDefault]), { timeout: 60_000 })
    .toEqual([
      ['1 Main St', true],
      ['22 Side St', false],
    ])
  await expect
    .poll(me)
    .toMatchObject({ displayName: 'Otto Otter', discord: { id: '80351110224678912' }, discordNotificationsEnabled: false })
  await page.getByRole('button', { name: 'Profile menu of Otto Otter' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Profile menu of Otto Otter' }).waitFor()
  expect(await theme()).toBe('dark')
  await device.close()
})

it('asks for a username, says what is wrong with it, and gives it to only one person', async () => {
  const ann = await newPerson('ann')
  const bea = await newPerson('bea')
  for (const { page } of [ann, bea]) {
    await dialog(page).getByText('Choose your username').waitFor()
    const save = dialog(page).getByRole('button', { name: 'Save username' })
    expect(await save.isDisabled()).toBe(true)
    await username(page).fill('a b')
    await dialog(page).getByText('Username must be 3-20 characters (letters, numbers, hyphens, underscores)').waitFor()
    expect(await save.isDisabled()).toBe(true)
    await username(page).fill(page === ann.page ? 'The_Same-1' : 'the_same-1')
    await dialog(page).getByText('Username is available').waitFor()
  }
  await dialog(ann.page).getByRole('button', { name: 'Save username' }).click()
  await ann.page.getByText('Username set successfully!').waitFor()
  // the other person has read that the name is available, but saves it later
  await dialog(bea.page).getByRole('button', { name: 'Save username' }).click()
  await dialog(bea.page).getByText('Username already taken').waitFor()
  expect(await username(bea.page).inputValue()).toBe('the_same-1')
  expect([(await ann.me()).username, (await bea.me()).username]).toEqual(['the_same-1', null])

  await username(bea.page).fill('the_same-2')
  await dialog(bea.page).getByText('Username is available').waitFor()
  await username(bea.page).fill('THE_SAME-1')
  await dialog(bea.page).getByText('Username already taken').waitFor()
  await dialog(bea.page).getByRole('button', { name: 'Later' }).click()
  await untilStored(bea.page, 'usernamePutOffAtMs')
  await bea.page.reload()
  await bea.page.getByRole('heading', { name: 'My Inventory' }).waitFor()
  await bea.page.waitForTimeout(1_500)
  expect(await dialog(bea.page).count()).toBe(0)

  await openProfile(bea.page)
  await bea.page.getByText('Not set').waitFor()
  await bea.page.getByRole('button', { name: 'Choose', exact: true }).click()
  await username(bea.page).fill('bea')
  await dialog(bea.page).getByText('Username is available').waitFor()
  await bea.page.keyboard.press('Enter')
  await bea.page.getByRole('definition').filter({ hasText: 'bea' }).filter({ hasText: 'Change' }).waitFor()
  for (const { device } of [ann, bea]) {
    await device.close()
  }
})
