import { FAULT_KEEP_DAYS, FAULTS_MAX, FAULTS_OF_DEVICE_MAX, type Fault } from '@shop/shared/faults/schema.ts'
import { expect, it } from 'vitest'
import { ADMIN_EMAIL, OPENED, testShop } from '../app/testing/shop.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { forgetFaults } from './fault-rows.ts'

const fault: Fault = {
  ...{ kind: 'screen', name: 'TypeError', places: ['assets/till-screen-Ab3.js:1:2345', 'assets/index-9.js:10:7'] },
  ...{ screen: '/pos', browser: 'Chrome 141', times: 2 },
}
const numbered = (number: number): Fault => ({ ...fault, places: [`assets/a.js:${number}:1`], times: 1 })

forEachDatabase('a fault of the app', (open) => {
  it('that several devices report is listed once for admins, with how often and how lately, and without who reported it', async () => {
    const platform = await open()
    const shop = await testShop(platform, OPENED)
    const admin = { token: await shop.signIn(ADMIN_EMAIL) }
    const [ann, ben] = [await shop.signUp('ann@example.org'), await shop.signUp('ben@example.org')]
    const list = async () => (await shop.ask('GET', '/admin/faults', undefined, admin)).body.faults
    expect(await list()).toEqual([])
    const report = (by: { token: string }, faults: readonly unknown[]) => shop.ask('POST', '/faults', { faults }, by)
    expect((await report(ann, [fault])).status).toBe(200)
    const [first] = await list()
    expect((await report(ben, [{ ...fault, browser: 'Safari 18', times: 3 }, numbered(1)])).status).toBe(200)
    const [, { id, firstAt, lastAt, ...again }] = await list()
    expect(again).toEqual({ ...fault, browser: 'Safari 18', times: 5 })
    expect([id, firstAt]).toEqual([first.id, first.firstAt])
    expect(lastAt > firstAt).toBe(true)
    const text = JSON.stringify(await platform.db.selectFrom('device_faults').selectAll().execute())
    for (const person of [ann.uid, ben.uid, 'example.org']) expect(text).not.toContain(person)
  })

  it('is refused as a whole when it has anything but places and names of the program', async () => {
    const shop = await testShop(await open(), OPENED)
    const admin = { token: await shop.signIn(ADMIN_EMAIL) }
    const person = 'JaneDoe'
    for (const strange of [
      { ...fault, name: person },
      { ...fault, places: [`${person}:1:1`] },
      { ...fault, screen: `/u/${person}` },
      { ...fault, browser: person },
      { ...fault, message: person },
      { ...fault, times: 0 },
    ]) {
      const { status, body } = await shop.ask('POST', '/faults', { faults: [fault, strange] }, admin)
      expect([status, body.code]).toEqual([400, 'INVALID'])
    }
    const many = Array.from({ length: FAULTS_OF_DEVICE_MAX + 1 }, (_, index) => numbered(index))
    expect((await shop.ask('POST', '/faults', { faults: many }, admin)).status).toBe(400)
    expect((await shop.ask('GET', '/admin/faults', undefined, admin)).body.faults).toEqual([])
  })

  it('is dropped when more kinds than the limit were reported after it, or after its days', async () => {
    const platform = await open()
    const shop = await testShop(platform, OPENED)
    const admin = { token: await shop.signIn(ADMIN_EMAIL) }
    for (let number = 0; number <= FAULTS_MAX; number += FAULTS_OF_DEVICE_MAX) {
      const faults = Array.from({ length: FAULTS_OF_DEVICE_MAX }, (_, index) => numbered(number + index + 1))
      expect((await shop.ask('POST', '/faults', { faults }, admin)).status).toBe(200)
    }
    const list = async (): Promise<{ places: string[] }[]> => (await shop.ask('GET', '/admin/faults', undefined, admin)).body.faults
    const kept = await list()
    expect(kept).toHaveLength(FAULTS_MAX)
    const places = kept.flatMap((one) => one.places)
    expect(places).toContain(`assets/a.js:${FAULTS_MAX + FAULTS_OF_DEVICE_MAX}:1`)
    expect(places).not.toContain('assets/a.js:1:1')
    await forgetFaults(platform.db, platform.nowMs() + (FAULT_KEEP_DAYS - 1) * 86_400_000)
    expect(await list()).toHaveLength(FAULTS_MAX)
    await forgetFaults(platform.db, platform.nowMs() + (FAULT_KEEP_DAYS + 1) * 86_400_000)
    expect(await list()).toEqual([])
  })
})
