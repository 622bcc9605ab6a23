import { readFileSync } from 'node:fs'
import { ADDRESS_KEEP_DAYS } from '@shop/shared/accounts/rules/security-record.ts'
import { INVITATION_KEEP_DAYS } from '@shop/shared/accounts/rules/sign-up.ts'
import { FAULT_KEEP_DAYS } from '@shop/shared/faults/schema.ts'
import { JOURNAL_DAYS, REMOVAL_DAYS } from '@shop/shared/kernel/limits.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { MAIL_KEEP_DAYS } from '@shop/shared/mail/schema.ts'
import { NOTICE_KEEP_DAYS } from '@shop/shared/notifications/schema.ts'
import { ENDED_CART_DAYS } from '@shop/shared/pos/schema.ts'
import { voidPosSale } from '@shop/shared/sales/commands/void-pos-sale.ts'
import { describe, expect, it } from 'vitest'
import { EMAIL_PROOF_KEEP_DAYS } from '../../accounts/email-proofs.ts'
import { SESSION_DAYS } from '../../accounts/identity.ts'
import { PAGE_DAYS, VISITOR_DAYS } from '../../analytics/visit-store.ts'
import { sql } from '../../platform/database/sql.ts'
import { ENDED_SESSION_DAYS } from '../../platform/jobs/housekeeping.ts'
import { freshId, queued } from '../../platform/testing/commands.ts'
import { forEachDatabase } from '../../platform/testing/databases.ts'
import { mailedProof, proveEmail } from '../testing/proved.ts'
import { ADMIN_EMAIL, OPENED, testShop } from '../testing/shop.ts'
import { COMMAND_TEXT_DAYS } from './command-log-traces.ts'
import { FAILED_JOB_DAYS, MEMBERSHIP_KEEP_DAYS } from './forget-old.ts'

/** The limits of the code in days, by their names in the documentation. */
const LIMITS: Readonly<Record<string, number>> = {
  ADDRESS_KEEP_DAYS,
  SESSION_DAYS,
  ENDED_SESSION_DAYS,
  MAIL_KEEP_DAYS,
  NOTICE_KEEP_DAYS,
  FAULT_KEEP_DAYS,
  COMMAND_TEXT_DAYS,
  REMOVAL_DAYS,
  JOURNAL_DAYS,
  ENDED_CART_DAYS,
  FAILED_JOB_DAYS,
  MEMBERSHIP_KEEP_DAYS,
  INVITATION_KEEP_DAYS,
  EMAIL_PROOF_KEEP_DAYS,
  VISITOR_DAYS,
  PAGE_DAYS,
}

describe('the table of retention', () => {
  it('names the same days as the code for each limit', () => {
    const page = readFileSync(new URL('../../../deployment/privacy.md', import.meta.url), 'utf8')
    const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
    const said = rows.flatMap(([, , kept = '', , limit = '']) => {
      const name = /^`([A-Z_]+)`$/.exec(limit)?.[1]
      return name === undefined ? [] : [[name, Number(/\d+/.exec(kept)?.[0])] as const]
    })
    expect(Object.fromEntries(said)).toEqual(LIMITS)
  })
})

forEachDatabase('what is kept too long', (open) => {
  it('is removed at night: answers and most arguments of commands, addresses of sessions, failed jobs and memberships', async () => {
    const platform = await open()
    const shop = await testShop(platform, OPENED)
    const admin = { token: await shop.signIn(ADMIN_EMAIL) }
    const { uid } = await shop.signUp('ann@example.org', { peer: '203.0.113.9' })
    const keyed = { ...admin, headers: { 'idempotency-key': freshId() } }
    const correction = { balance: 5, reason: 'Counted again' }
    expect((await shop.ask('PUT', `/sales/balance/${uid}`, correction, keyed)).status).toBe(200)
    const { db } = platform
    const long = sql`now() - interval '401 days'`
    await sql`insert into jobs (id, kind, payload, max_attempts, status, created_at) values ('old', 'x.y', '{}', 1, 'failed', ${long})`.execute(
      db,
    )
    await sql`insert into memberships (email, is_member, checked_at_ms) values ('a@example.org', true, 1)`.execute(db)
    const state = async () => {
      const log = await sql<{
        args: unknown
        answer: unknown
      }>`select args, answer from command_log where name = 'sales.adjustBalance'`.execute(db)
      const session = await sql<{
        address: string | null
      }>`select "ipAddress" as address from identity_sessions where "userId" = ${uid}`.execute(db)
      const left = await sql`select id from jobs where id = 'old' union all select email from memberships`.execute(db)
      return { ...log.rows[0], address: session.rows[0]?.address, left: left.rows.length }
    }
    const forget = async () => {
      await sql`update jobs set run_at = now() where kind = 'privacy.forgetOld'`.execute(db)
      await platform.jobs.drain()
    }
    await forget()
    expect(await state()).toMatchObject({ args: { uid, reason: 'Counted again' }, answer: { balance: 5 }, address: '203.0.113.9', left: 0 })

    await sql`update command_log set received_at = ${long}`.execute(db)
    await sql`update identity_sessions set "createdAt" = ${long}`.execute(db)
    await forget()
    expect(await state()).toEqual({ args: { reason: 'Counted again' }, answer: null, address: null, left: 0 })
    // the ledger still shows the reason, and a repeated request still counts as the same request
    const ledger = await shop.ask('GET', '/sales/ledger', undefined, admin)
    expect(JSON.stringify(ledger.body)).toContain('Counted again')
    const again = { ...keyed, token: await shop.signIn(ADMIN_EMAIL) }
    expect((await shop.ask('PUT', `/sales/balance/${uid}`, correction, again)).body).toMatchObject({ balance: 5 })
  })

  it('includes the reason in a refused command, which no ledger shows; its number, hash and refusal stay', async () => {
    const platform = await open()
    const shop = await testShop(platform, OPENED)
    const admin = { token: await shop.signIn(ADMIN_EMAIL) }
    const wrong = { reason: 'Ann said so' }
    const sent = queued(voidPosSale, wrong)
    const push = async () =>
      (await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands: [sent] }, admin)).body.results
    const refused = await push()
    expect(refused).toMatchObject([{ id: sent.id, status: 'rejected' }])
    const { db } = platform
    const row = () =>
      db.selectFrom('command_log').select(['args', 'args_hash', 'code', 'status']).where('id', '=', sent.id).executeTakeFirstOrThrow()
    const before = await row()
    for (const status of ['rejected', 'failed']) {
      // as earlier releases stored a refused command, and every release a failed one
      await sql`update command_log set args = ${JSON.stringify(wrong)}::jsonb, status = ${status}, received_at = now() - interval '401 days'
        where id = ${sent.id}`.execute(db)
      await sql`update jobs set run_at = now() where kind = 'privacy.forgetOld'`.execute(db)
      await platform.jobs.drain()
      expect(await row()).toEqual({ ...before, args: null, status })
      expect(await push()).toEqual([{ ...refused[0], status }])
    }
  })

  it('includes the hashes of a mail that confirms an e-mail; until then its link says that the e-mail is confirmed', async () => {
    const platform = await open()
    const shop = await testShop(platform, OPENED)
    const { token } = await shop.signUp('ann@example.org')
    const link = await mailedProof(shop, 'ann@example.org')
    await proveEmail(shop, 'ann@example.org', token)
    const opened = async () => {
      await sql`update jobs set run_at = now() where kind = 'privacy.forgetOld'`.execute(platform.db)
      await platform.jobs.drain()
      const { body } = await shop.ask('POST', '/identity/prove-email-by-link', { token: link.token })
      return body.state ?? body.code
    }
    const age = (days: number) => sql`update email_proofs set expires_at = now() - make_interval(days => ${days})`.execute(platform.db)
    await age(EMAIL_PROOF_KEEP_DAYS - 1)
    expect(await opened()).toBe('already')
    await age(EMAIL_PROOF_KEEP_DAYS + 1)
    expect(await opened()).toBe('EMAIL_LINK_OLD')
    expect((await sql`select uid from email_proofs`.execute(platform.db)).rows).toEqual([])
  })
})
