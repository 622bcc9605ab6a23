import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { CommandResult, PullRequest, PullResponse, QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { sealCursor, unsealCursor } from '../platform/pull/cursor.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { asAcknowledged } from './testing/acknowledged.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from './testing/shop.ts'

type Person = { readonly uid: string; readonly token: string }

forEachDatabase('a device’s claim that the shop was restored', (open) => {
  let shop: TestShop
  let admin: Person
  let ann: Person

  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    admin = { token, uid: (await shop.ask('GET', '/auth/me', undefined, { token })).body.uid }
    ann = await shop.signUp('ann@example.org')
    await shop.ask('PUT', `/sales/balance/${ann.uid}`, { balance: 100, reason: 'for the test' }, admin)
  }, 60_000)
  beforeEach(() =>
    shop.platform.db
      .updateTable('cluster')
      .set({
        restore_detected_at_ms: null,
        restore_confirmed_at_ms: null,
        restore_reported_at_ms: null,
        restore_reported_by: null,
        restore_report_settled_at_ms: null,
      })
      .execute(),
  )

  const restore = async () => (await shop.ask('GET', '/admin/restore', undefined, admin)).body
  const push = async (who: Person, ...commands: QueuedCommand[]): Promise<CommandResult[]> => {
    const { body } = await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands }, who)
    return body.results
  }
  const payout = (payoutId = freshId()): QueuedCommand => ({
    id: freshId(),
    name: 'payouts.request',
    version: 1,
    args: { payoutId, uid: ann.uid, amountCents: 100, method: 'cashapp', handle: 'ann' },
    at: Date.now(),
  })
  const close = () => shop.platform.db.updateTable('cluster').set({ restore_detected_at_ms: 1 }).execute()
  const secretOf = async () =>
    (await shop.platform.db.selectFrom('cluster').select('cursor_secret').executeTakeFirstOrThrow()).cursor_secret
  const cursorOf = async ({ token }: Person) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' }
    const started = await shop.server.fetch(new Request(`http://localhost/api/sync/start?protocol=${PROTOCOL_VERSION}`, { headers }))
    return JSON.parse((await started.text()).split('\n')[0] ?? '').cursor as string
  }
  const pull = async (who: Person, more: Partial<PullRequest>): Promise<PullResponse> => {
    const request = { clientId: freshId(), protocol: PROTOCOL_VERSION, ...more }
    return (await shop.ask('POST', '/sync/pull', request, who)).body
  }
  /** Reads a cursor, and then records a start of the server, so that the next pull checks the cursor. */
  const cursorBeforeStart = async (who: Person) => {
    const cursor = await cursorOf(who)
    await shop.platform.transaction(async (tx) => {
      const { xid } = await tx
        .selectFrom('boots')
        .select((eb) => eb.fn<string>('pg_current_xact_id').as('xid'))
        .executeTakeFirstOrThrow()
      await tx.insertInto('boots').values({ id: freshId(), xid }).execute()
    })
    return cursor
  }

  it('runs no payout while payouts are closed, unless the command has the seal of its sender', async () => {
    await close()
    expect(await push(ann, { ...payout(), replay: true })).toMatchObject([{ status: 'rejected', code: 'PAYOUTS_CLOSED' }])
    const [forged, ofAdmin, changed] = [payout(), payout(), payout()]
    const other = { ...(await asAcknowledged(shop, ann, changed)), args: payout().args }
    expect(await push(ann, { ...forged, replay: true, seal: 'x.y.z.w' }, await asAcknowledged(shop, admin, ofAdmin), other)).toMatchObject(
      Array(3).fill({ status: 'rejected', code: 'PAYOUTS_CLOSED' }),
    )
    expect(await push(ann, await asAcknowledged(shop, ann, payout()))).toMatchObject([{ status: 'done' }])
  })

  it('is reported to the admins once when an admin returns a command without a seal', async () => {
    expect(await push(ann, { ...payout(), replay: true })).toMatchObject([{ status: 'done' }])
    expect(await restore()).toMatchObject({ detectedAt: null, report: null })
    expect(await push(admin, { ...payout(), replay: true })).toMatchObject([{ status: 'done' }])
    expect(await restore()).toMatchObject({ detectedAt: null, report: { byUid: admin.uid } })
    expect((await shop.ask('POST', '/admin/restore/report', { wasRestored: false }, admin)).status).toBe(200)
    expect(await restore()).toMatchObject({ detectedAt: null, report: null })
    await push(admin, { ...payout(), replay: true })
    expect(await restore()).toMatchObject({ detectedAt: null, report: null })
  })

  it('closes payouts when an admin confirms it, and the audit log records the confirmation', async () => {
    await push(admin, { ...payout(), replay: true })
    expect((await shop.ask('POST', '/admin/restore/report', { wasRestored: true }, ann)).status).toBe(403)
    expect((await shop.ask('POST', '/admin/restore/report', { wasRestored: true }, admin)).status).toBe(200)
    expect(await restore()).toMatchObject({ detectedAt: expect.any(String), report: null })
    expect(await push(ann, payout())).toMatchObject([{ code: 'PAYOUTS_CLOSED' }])
    const entries = await shop.platform.db
      .selectFrom('audit_entries')
      .select('after')
      .where('action', '=', 'settings.settleRestoreReport')
      .execute()
    expect(entries.at(-1)?.after).toEqual({ wasRestored: true })
  })

  it('closes nothing when it names a random command as the newest', async () => {
    for (const who of [ann, admin]) {
      const answer = await pull(who, { cursor: await cursorBeforeStart(who), newestDone: freshId(), newestSeal: 'x.y.z.w' })
      expect(answer).toMatchObject({ kind: 'startAfresh', reason: 'lostFuture' })
      expect(await restore()).toMatchObject({ detectedAt: null, report: who === ann ? null : { byUid: admin.uid } })
    }
  })

  it('closes payouts if an admin proves it, but not if a consignor does', async () => {
    for (const [who, closes] of [
      [ann, false],
      [admin, true],
    ] as const) {
      const { id, seal } = await asAcknowledged(shop, who, payout())
      const answer = await pull(who, { cursor: await cursorBeforeStart(who), newestDone: id, newestSeal: seal })
      expect(answer).toMatchObject({ kind: 'startAfresh', reason: 'lostFuture' })
      expect((await restore()).detectedAt !== null).toBe(closes)
    }
  })

  it('closes nothing if its proof is a consignor’s cursor, or a cursor older than the recorded starts', async () => {
    const secret = await secretOf()
    const lost = async (who: Person, more: object) => {
      const cursor = unsealCursor(secret, await cursorOf(who))
      if (!cursor) throw new Error('the cursor is not of this shop')
      return pull(who, { cursor: sealCursor(secret, { ...cursor, boot: freshId(), ...more }) })
    }
    expect(await lost(ann, {})).toMatchObject({ reason: 'lostFuture' })
    expect(await restore()).toMatchObject({ detectedAt: null, report: { byUid: ann.uid } })
    expect(await lost(admin, { atMs: Date.now() - 401 * 86_400_000 })).toMatchObject({ reason: 'expired' })
    expect((await restore()).detectedAt).toBeNull()
    expect(await lost(admin, {})).toMatchObject({ reason: 'lostFuture' })
    expect((await restore()).detectedAt).not.toBeNull()
  })

  it('needs the seal of an acknowledgement, which the server gives only to the person who sent the command first', async () => {
    const command = payout()
    const clientIds = { ann: freshId(), admin: freshId() }
    for (const [who, clientId] of [
      [ann, clientIds.ann],
      [admin, clientIds.admin],
    ] as const)
      await shop.ask('POST', '/sync/push', { clientId, protocol: PROTOCOL_VERSION, commands: [command] }, who)
    const sealFor = async (who: Person, clientId: string) => {
      const answer = await pull(who, { clientId, cursor: await cursorOf(who), everyResult: true })
      return answer.kind === 'changes' ? answer.results.find(({ id }) => id === command.id)?.seal : answer.reason
    }
    expect(await sealFor(ann, clientIds.ann)).toMatch(/^(\d+\.){2}user\./)
    expect(await sealFor(admin, clientIds.admin)).toBeUndefined()
  })
})
