import { createECDH } from 'node:crypto'
import { PUSH_DEVICES_MAX } from '@shop/shared/notifications/schema.ts'
import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'
import { beforeAll, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../app/config.ts'
import { later, pushAs, tillSale } from '../app/testing/news.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { PushService } from './testing/push-service.ts'

type Person = { readonly uid: string; readonly token: string }

forEachDatabase('devices with push notifications', (open) => {
  let platform: Platform
  let push: PushService
  let shop: TestShop
  let admin: string
  let publicKey: string
  let people = 0
  const closers: (() => Promise<void>)[] = []

  beforeAll(async () => {
    platform = await open()
    push = await PushService.start((close) => closers.push(close))
    shop = await testShop(platform, OPENED, { trustedPushOrigins: [push.origin], providerTimeoutMs: 2_000 })
    admin = await shop.signIn(ADMIN_EMAIL)
    publicKey = (await shop.ask('GET', '/notifications/push', undefined, { token: admin })).body.publicKey
    return async () => {
      for (const close of closers) await close()
    }
  }, 120_000)

  const newPerson = () => shop.signUp(`person${++people}@example.org`)
  const subscribe = (person: { token: string }, subscription: object = push.subscribe(publicKey)) =>
    shop.ask('POST', '/notifications/push', { ...subscription, publicKey }, person)
  const withDevice = async (person?: Person) => {
    const owner = person ?? (await newPerson())
    const device = push.subscribe(publicKey)
    expect((await subscribe(owner, device)).status).toBe(200)
    return { owner, device }
  }
  const sell = async (owner: Person, itemName = 'Cup') => {
    await pushAs(shop, admin, tillSale([{ itemName, consignorId: owner.uid }]))
    await platform.jobs.drain()
  }
  const devicesOf = async (person: Person) => (await shop.ask('GET', '/notifications/push', undefined, person)).body.devices
  const isKnown = async (person: Person, { endpoint }: { endpoint: string }) =>
    (await shop.ask('POST', '/notifications/push/check', { endpoint }, person)).body.isSubscribed

  it('are stored once when they are added several times, and removed when switched off', async () => {
    const { owner, device } = await withDevice()
    expect((await subscribe(owner, device)).body).toEqual({ success: true, devices: 1 })
    expect(await isKnown(owner, device)).toBe(true)
    const other = await newPerson()
    expect(await isKnown(other, device)).toBe(false)
    const off = (person: Person) => shop.ask('DELETE', '/notifications/push', { endpoint: device.endpoint }, person)
    expect((await off(other)).body).toEqual({ success: false, devices: 0 })
    expect((await off(owner)).body).toEqual({ success: true, devices: 0 })
    await sell(owner)
    expect(push.to(device.endpoint)).toEqual([])
  })

  it('are removed when their push service says that they are gone', async () => {
    for (const status of [404, 410]) {
      const { owner } = await withDevice()
      push.faults.push({ status })
      await sell(owner)
      expect(await devicesOf(owner)).toBe(0)
    }
    const { owner, device } = await withDevice()
    push.unsubscribe(device.endpoint)
    await sell(owner)
    expect(await devicesOf(owner)).toBe(0)
    expect((await sql`select 1 from notices where state = 'failed'`.execute(platform.db)).rows).toEqual([])
  })

  it('get no message after their session has ended, by signing out or elsewhere', async () => {
    const { owner, device } = await withDevice()
    const email = `person${people}@example.org`
    const elsewhere = { uid: owner.uid, token: await shop.signIn(email) }
    const tablet = (await withDevice(elsewhere)).device
    expect(await devicesOf(owner)).toBe(2)
    await shop.ask('POST', '/identity/sign-out', {}, owner)
    expect([await devicesOf(elsewhere), await isKnown(elsewhere, device)]).toEqual([1, false])
    await sell(owner, 'Jug')
    expect([push.to(device.endpoint).length, push.to(tablet.endpoint).length]).toEqual([0, 1])
    await sql`delete from identity_sessions where "userId" = ${owner.uid}`.execute(platform.db)
    await sell(owner, 'Bag')
    expect(push.to(tablet.endpoint)).toHaveLength(1)
  })

  it('belong to the person who subscribed last, and never show news for the previous person', async () => {
    const { owner, device } = await withDevice()
    push.faults.push({ status: 503 })
    await sell(owner, 'Secret')
    const next = await newPerson()
    expect((await subscribe(next, device)).status).toBe(200)
    await later(platform)
    expect(push.to(device.endpoint)).toEqual([])
    await sell(next, 'Own')
    expect(push.to(device.endpoint).map(({ body }) => body)).toEqual(['Own for $20.00, your share is $10.00'])
    expect(await devicesOf(owner)).toBe(0)
  })

  it('have a maximum number for each person, beyond which a new device replaces the oldest', async () => {
    const { owner, device: first } = await withDevice()
    await sql`update push_subscriptions set created_at_ms = 1 where uid = ${owner.uid}`.execute(platform.db)
    for (let n = 1; n < PUSH_DEVICES_MAX; n++) await withDevice(owner)
    expect([await devicesOf(owner), await isKnown(owner, first)]).toEqual([PUSH_DEVICES_MAX, true])
    const { device: last } = await withDevice(owner)
    expect([await devicesOf(owner), await isKnown(owner, first), await isKnown(owner, last)]).toEqual([PUSH_DEVICES_MAX, false, true])
  })

  it('get a message later if their push service is away or asks to wait; admins see a final refusal', async () => {
    const { owner, device } = await withDevice()
    push.faults.push({ status: 500 }, { status: 429, retryAfter: 1_200 })
    await sell(owner)
    await later(platform)
    const { rows } = await sql<{
      isLong: boolean
    }>`select run_at > now() + interval '1100 seconds' as "isLong" from jobs where kind = 'push.send'`.execute(platform.db)
    expect(rows).toEqual([{ isLong: true }])
    await later(platform)
    expect(push.to(device.endpoint)).toHaveLength(1)
    push.faults.push({ status: 413 })
    await sell(owner)
    push.faults.push({ status: 0 })
    await sell(owner)
    const { notices } = (await shop.ask('GET', '/admin/notifications', undefined, { token: admin })).body
    expect(notices).toMatchObject([
      { channel: 'push', target: owner.uid, state: 'waiting', lastError: 'The push service did not answer in time.' },
      { channel: 'push', target: owner.uid, state: 'failed', lastError: 'The push service answered 413.' },
    ])
    // the server pauses a silent push service, so the message arrives only after the pause
    const arrived = async () => {
      await later(platform)
      return push.to(device.endpoint).length
    }
    await expect.poll(arrived, { timeout: 25_000, interval: 1_500 }).toBe(2)
  })

  it('cannot make the server connect to a private network', async () => {
    const owner = await newPerson()
    const { keys } = push.subscribe(publicKey)
    const refused = [
      'http://updates.push.example.com/x',
      'https://127.0.0.1/x',
      'https://0x7f.1/x',
      'https://2130706433/x',
      'https://[::1]/x',
      'https://[::ffff:10.0.0.1]/x',
      'https://169.254.169.254/latest/meta-data',
      'https://localhost/x',
      'https://intranet/x',
      'https://push.example.com:8443/x',
      'https://user:password@push.example.com/x',
      'file:///etc/passwd',
      'ftp://push.example.com/x',
      `${push.origin.replace('http', 'https')}/push/x`,
      `${push.origin}0/push/x`,
      'nonsense',
      ...HOSTILE_STRINGS,
    ]
    for (const endpoint of refused) {
      const { status, body } = await subscribe(owner, { endpoint, keys })
      expect([endpoint, status, ['PUSH_ADDRESS_REFUSED', 'INVALID'].includes(body.code)]).toEqual([endpoint, 400, true])
    }
    expect(await devicesOf(owner)).toBe(0)
    // the lookup refuses a name that resolves to this machine
    const inward = { endpoint: 'https://localhost.localdomain/x', keys }
    expect((await subscribe(owner, inward)).status).toBe(200)
    await sell(owner)
    const { notices } = (await shop.ask('GET', '/admin/notifications', undefined, { token: admin })).body
    expect(notices[0].lastError).toMatch(/^The push service (is not on the public internet|cannot be reached \((ENOTFOUND|EAI_AGAIN)\))\.$/)
  })

  it('need valid keys of the device and the public key of the shop', async () => {
    const owner = await newPerson()
    const { endpoint, keys } = push.subscribe(publicKey)
    const offCurve = Buffer.alloc(65, 4).toString('base64url')
    for (const wrong of [
      undefined,
      null,
      {},
      { ...keys, auth: 'short' },
      { ...keys, p256dh: 'short' },
      { ...keys, p256dh: offCurve },
      { ...keys, p256dh: 7 },
      { ...keys, p256dh: Buffer.alloc(65).toString('base64url') },
      ...HOSTILE_STRINGS.map((p256dh) => ({ ...keys, p256dh })),
    ])
      expect((await subscribe(owner, { endpoint, keys: wrong })).status).toBe(400)
    const { publicKey: other } = pair()
    const answer = await shop.ask('POST', '/notifications/push', { endpoint, keys, publicKey: other }, owner)
    expect([answer.status, answer.body.code]).toEqual([409, 'PUSH_KEY_OTHER'])
    expect(await devicesOf(owner)).toBe(0)
  })

  it('get messages signed with the shop’s keys, even after a restart, until keys of the environment replace them', async () => {
    const { owner, device } = await withDevice()
    const again = await testShop(platform, OPENED, { trustedPushOrigins: [push.origin] })
    expect((await again.ask('GET', '/notifications/push', undefined, owner)).body.publicKey).toBe(publicKey)
    await sell(owner)
    expect(push.to(device.endpoint)).toHaveLength(1)

    const keys = pair()
    const environment = {
      ...OPENED,
      VAPID_PUBLIC_KEY: keys.publicKey,
      VAPID_PRIVATE_KEY: keys.privateKey,
      VAPID_SUBJECT: 'mailto:me@example.org',
    }
    const other = await testShop(platform, environment, { trustedPushOrigins: [push.origin] })
    expect((await other.ask('GET', '/notifications/push', undefined, owner)).body.publicKey).toBe(keys.publicKey)
    const newer = push.subscribe(keys.publicKey)
    await other.ask('POST', '/notifications/push', newer, owner)
    await pushAs(other, admin, tillSale([{ itemName: 'Jug', consignorId: owner.uid }]))
    await platform.jobs.drain()
    // the old device gets no message that is signed with another key
    expect([push.to(device.endpoint).length, push.to(newer.endpoint).length, push.subjects.at(-1)]).toEqual([1, 1, 'mailto:me@example.org'])
    expect(push.refusals).toEqual([])
  })
})

const pair = () => {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  return { publicKey: curve.getPublicKey('base64url'), privateKey: curve.getPrivateKey().toString('base64url').padStart(43, 'A') }
}

it('push keys in the environment that do not match prevent the start', () => {
  const [one, other] = [pair(), pair()]
  const read = (environment: Record<string, string>) => () => readConfig(environment)
  expect(read({ VAPID_PUBLIC_KEY: one.publicKey, VAPID_PRIVATE_KEY: other.privateKey })).toThrow('VAPID_PUBLIC_KEY: is not the public key')
  expect(read({ VAPID_PUBLIC_KEY: one.publicKey, VAPID_PRIVATE_KEY: 'x' })).toThrow('VAPID_PRIVATE_KEY: must be a key of 32 bytes')
  expect(read({ VAPID_PUBLIC_KEY: one.publicKey })).toThrow(ConfigError)
  expect(readConfig({ VAPID_PUBLIC_KEY: one.publicKey, VAPID_PRIVATE_KEY: one.privateKey }).pushKeys).toEqual(one)
  expect(readConfig({}).pushSubject).toMatch(/^mailto:.+@/)
})
