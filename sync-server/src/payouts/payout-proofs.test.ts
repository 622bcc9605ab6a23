import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { beforeEach, expect, it } from 'vitest'
import { asAcknowledged } from '../app/testing/acknowledged.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

forEachDatabase('a payout request from an old sign-in', (open) => {
  let shop: TestShop
  let admin: { token: string }
  let ann: { uid: string; token: string }

  beforeEach(async () => {
    shop = await testShop(await open(), OPENED)
    admin = { token: await shop.signIn(ADMIN_EMAIL) }
    ann = await shop.signUp('ann@example.org')
    await shop.ask('PUT', `/sales/balance/${ann.uid}`, { balance: 100 }, admin)
    expect((await request('ann')).status).toBe(200)
    await sql`update identity_sessions set "createdAt" = "createdAt" - interval '16 minutes'`.execute(shop.platform.db)
  })

  const request = (paymentUsername: string, by: { token: string } = ann, more: object = {}) =>
    shop.ask('POST', `/payouts/${ann.uid}/request`, { amount: 5, method: 'cashapp', paymentUsername, ...more }, by)
  const queued = (handle: string): QueuedCommand => ({
    id: freshId(),
    name: 'payouts.request',
    version: 1,
    args: { payoutId: freshId(), uid: ann.uid, amountCents: 500, method: 'cashapp', handle },
    at: Date.now(),
  })
  const push = async (command: QueuedCommand, by: { token: string } = ann) => {
    const { body } = await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands: [command] }, by)
    return body.results[0]
  }
  const prove = (by: { token: string }) => shop.ask('POST', '/identity/proof', { password: PASSWORD }, by)
  const balance = async () => (await shop.ask('GET', '/auth/me', undefined, ann)).body.balance
  const mails = async () => {
    await shop.platform.jobs.drain()
    const { rows } = await sql<{
      to: string
      subject: string
      text: string
      html: string
    }>`select to_address as to, subject, text, html from mails
      where kind = 'payouts.newHandle' order by created_at_ms, id`.execute(shop.platform.db)
    return rows
  }

  it('needs no proof for the last handle, and needs a proof for another handle', async () => {
    expect((await request('$ann')).status).toBe(200)
    expect(await request('thief')).toMatchObject({ status: 403, body: { code: 'PROOF_NEEDED' } })
    expect((await request('ann', ann, { method: 'venmo' })).body.code).toBe('PROOF_NEEDED')
    expect(await balance()).toBe(90)
    await prove(ann)
    expect((await request('other')).status).toBe(200)
    expect(await balance()).toBe(85)
  })

  it('follows the same rule when a device pushes it', async () => {
    expect(await push(queued('ann'))).toMatchObject({ status: 'done' })
    expect(await push(queued('thief'))).toMatchObject({ status: 'rejected', code: 'PROOF_NEEDED' })
    expect(await balance()).toBe(90)
    await prove(ann)
    expect(await push(queued('other'))).toMatchObject({ status: 'done' })
    expect(await balance()).toBe(85)
  })

  it('needs a proof that is later than the request, which waited on the device', async () => {
    await prove(ann)
    const old = { ...queued('thief'), at: Date.now() - 10 * 60_000 }
    expect(await push(old)).toMatchObject({ status: 'rejected', code: 'PROOF_NEEDED' })
    expect(await push({ ...queued('ann'), at: old.at })).toMatchObject({ status: 'done' })
  })

  it('by an admin for somebody else needs a proof even for the last handle', async () => {
    expect((await request('ann', admin)).body.code).toBe('PROOF_NEEDED')
    expect(await push(queued('ann'), admin)).toMatchObject({ status: 'rejected', code: 'PROOF_NEEDED' })
    await prove(admin)
    expect((await request('ann', admin)).status).toBe(200)
    expect(await push(queued('ann'), admin)).toMatchObject({ status: 'done' })
  })

  it('needs no proof when the shop acknowledged it before a restore', async () => {
    expect(await push(await asAcknowledged(shop, ann, queued('earlier')))).toMatchObject({ status: 'done' })
  })

  it('is refused for invalid fields or a missing permission before a proof is demanded', async () => {
    expect((await request('$')).body.fields).toEqual({ paymentUsername: 'Please enter your CashTag' })
    const bob = await shop.signUp('bob@example.org')
    expect((await request('thief', bob)).body.code).toBe('FORBIDDEN')
    expect(await push(queued('thief'), bob)).toMatchObject({ status: 'rejected', code: 'FORBIDDEN' })
  })

  it('is reported to the consignor by mail, even if it has the id of another mail', async () => {
    const id = freshId()
    await prove(admin)
    const letter = { id, email: 'ann@example.org', subject: 'Hello', htmlContent: '<p>Hello</p>' }
    expect((await shop.ask('POST', '/admin/send-email', letter, admin)).status).toBe(200)
    await prove(ann)
    expect((await request('thief', ann, { id })).status).toBe(200)
    expect((await mails()).map((mail) => mail.subject)).toContain('Payout to $thief requested')
  })

  it('is reported to the consignor by mail only when its handle is not the last one', async () => {
    expect(await mails()).toMatchObject([{ to: 'ann@example.org', subject: 'Payout to $ann requested' }])
    await request('ann')
    expect(await mails()).toHaveLength(1)
    await prove(admin)
    await request('shopkeeper', admin)
    const told = (await mails()).at(-1)
    expect(told).toMatchObject({ to: 'ann@example.org', subject: 'Payout to $shopkeeper requested' })
    for (const body of [told?.text, told?.html]) {
      expect(body).toContain('$5.00 by CashApp to $shopkeeper')
      expect(body).toContain('an admin of')
    }
  })
})
