import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { checkStock } from '../../inventory/examine-stock.ts'
import { checkBooks } from '../../sales/examine-books.ts'
import type { Platform } from '../platform.ts'
import { openShop, TestClient } from '../testing/client.ts'
import { addItem, admin, credit, freshId, queued } from '../testing/commands.ts'
import { forEachDatabase } from '../testing/databases.ts'
import { enqueueJobs, JOB_MAX_ATTEMPTS, type Job, renewJob, scheduleJob, takeJob } from './job-store.ts'
import { JobRunner } from './jobs.ts'

async function jobsOf(platform: Platform, kind: string) {
  const { rows } = await sql<{
    status: string
    attempts: number
    last_error: string | null
  }>`select status, attempts, last_error from jobs where kind = ${kind}`.execute(platform.db)
  return rows
}

const makeDue = (platform: Platform) => sql`update jobs set run_at = now() - interval '1 second', leased_until = null`.execute(platform.db)

forEachDatabase('jobs', (open, kind) => {
  it('run once each when several runners share them', async () => {
    const platform = await openShop(open)
    const done: number[] = []
    const runners = Array.from({ length: 3 }, () => new JobRunner(platform.db, platform.log, platform.metrics))
    for (const runner of runners)
      runner.handle('test.count', async (payload) => {
        await new Promise((resolve) => setTimeout(resolve, 1))
        done.push((payload as { n: number }).n)
      })
    await enqueueJobs(
      platform.db,
      Array.from({ length: 30 }, (_, n) => ({ kind: 'test.count', payload: { n } })),
    )
    await Promise.all(runners.map((runner) => runner.drain()))
    expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n))
    expect(await jobsOf(platform, 'test.count')).toEqual([])
  })

  it('are retried after a pause, and given up after the last attempt', async () => {
    const platform = await openShop(open)
    let attempts = 0
    platform.jobs.handle('test.fail', async () => {
      attempts++
      throw new Error('no mail today')
    })
    await platform.jobs.add([{ kind: 'test.fail', payload: {}, maxAttempts: 3 }])
    await platform.jobs.drain()
    expect(attempts).toBe(1)
    await platform.jobs.drain()
    expect(attempts).toBe(1)
    expect(await jobsOf(platform, 'test.fail')).toMatchObject([{ status: 'waiting', attempts: 1, last_error: 'no mail today' }])
    for (let round = 0; round < 4; round++) {
      await makeDue(platform)
      await platform.jobs.drain()
    }
    expect(attempts).toBe(3)
    expect(await jobsOf(platform, 'test.fail')).toMatchObject([{ status: 'failed', attempts: 3 }])
  })

  it('of a dead server run once their lease has expired', async () => {
    const platform = await openShop(open)
    const done: unknown[] = []
    platform.jobs.handle('test.lost', async (payload) => void done.push(payload))
    await platform.jobs.add([{ kind: 'test.lost', payload: 1 }])
    await sql`update jobs set leased_until = now() + interval '1 minute', attempts = 1 where kind = 'test.lost'`.execute(platform.db)
    await platform.jobs.drain()
    expect(done).toEqual([])
    await makeDue(platform)
    await platform.jobs.drain()
    expect(done).toEqual([1])
  })

  it('that end their server each time are given up too', async () => {
    const platform = await openShop(open)
    let runs = 0
    platform.jobs.handle('test.deadly', async () => void runs++)
    await platform.jobs.add([{ kind: 'test.deadly', payload: 1, maxAttempts: 3 }])
    await sql`update jobs set attempts = 3, leased_until = now() - interval '1 second' where kind = 'test.deadly'`.execute(platform.db)
    await platform.jobs.drain()
    expect([runs, await jobsOf(platform, 'test.deadly')]).toMatchObject([
      0,
      [{ status: 'failed', last_error: 'The server ended each time it was at this.' }],
    ])
  })

  it('notify their owners when they are given up after errors or dead servers', async () => {
    const platform = await openShop(open)
    const told: unknown[] = []
    const note = async (...heard: unknown[]) => void told.push(heard)
    platform.jobs.handle('test.deadly', async () => {}, note)
    platform.jobs.handle(
      'test.fail',
      async () => {
        throw new Error('no mail today')
      },
      note,
    )
    await platform.jobs.add([{ kind: 'test.deadly', payload: 1, maxAttempts: 3 }])
    await sql`update jobs set attempts = 3, leased_until = now() - interval '1 second' where kind = 'test.deadly'`.execute(platform.db)
    await platform.jobs.drain()
    await platform.jobs.add([{ kind: 'test.fail', payload: 2, maxAttempts: 2 }])
    await platform.jobs.drain()
    expect(told).toEqual([[1, 'The server ended each time it was at this.']])
    await makeDue(platform)
    await platform.jobs.drain()
    expect(told.slice(1)).toEqual([[2, 'The server made a mistake; its log says more.']])
  })

  it('record the reason of a failure, even with characters that the database cannot store', async () => {
    const platform = await openShop(open)
    platform.jobs.handle('test.odd', async () => {
      throw new Error('no\u0000 mail \ud800')
    })
    await platform.jobs.add([{ kind: 'test.odd', payload: 1 }])
    await platform.jobs.drain()
    expect(await jobsOf(platform, 'test.odd')).toMatchObject([{ status: 'waiting', attempts: 1, last_error: 'no mail \ufffd' }])
  })

  it('that run every night keep their hour after a late run and after failed attempts', async () => {
    const platform = await openShop(open)
    let isFailing = false
    platform.jobs.handle('test.nightly', async () => {
      if (isFailing) throw new Error('the disk is full')
    })
    await scheduleJob(platform.db, 'test.nightly', 86_400, 0)
    const lateHours = async () => {
      const { rows } = await sql<{
        late: number
      }>`select extract(epoch from now() - run_at)::double precision / 3600 as late from jobs where kind = 'test.nightly'`.execute(
        platform.db,
      )
      return rows[0]?.late
    }
    await sql`update jobs set run_at = now() - interval '30 hours' where kind = 'test.nightly'`.execute(platform.db)
    await platform.jobs.drain()
    expect(await lateHours()).toBeCloseTo(6 - 24, 1)

    isFailing = true
    await sql`update jobs set run_at = now() - interval '6 hours' where kind = 'test.nightly'`.execute(platform.db)
    for (let tries = 0; tries < JOB_MAX_ATTEMPTS; tries++) {
      await sql`update jobs set leased_until = null where kind = 'test.nightly'`.execute(platform.db)
      await platform.jobs.drain()
      // after a failed attempt the job waits
      expect(await jobsOf(platform, 'test.nightly')).toMatchObject([{ attempts: (tries + 1) % JOB_MAX_ATTEMPTS }])
    }
    expect(await lateHours()).toBeCloseTo(6 - 24, 1)
  })

  it('that take long keep their lease, so that no other server starts them too', async () => {
    const platform = await openShop(open)
    const heldUntil = async () => {
      const { rows } = await sql<{ at: Date | null }>`select leased_until as at from jobs where kind like 'test.%'`.execute(platform.db)
      return rows[0]?.at?.getTime() ?? 0
    }
    const runner = new JobRunner(platform.db, platform.log, platform.metrics, 5, 1)
    let runs = 0
    runner.handle('test.long', async () => {
      runs += 1
      const first = await heldUntil()
      await expect.poll(heldUntil, { timeout: 20_000 }).toBeGreaterThan(first)
    })
    await enqueueJobs(platform.db, [{ kind: 'test.long', payload: {} }])
    await runner.drain()
    expect([runs, await jobsOf(platform, 'test.long')]).toEqual([1, []])

    await enqueueJobs(platform.db, [{ kind: 'test.taken', payload: {} }])
    const job = (await takeJob(platform.db, ['test.taken'], 60)) as Job
    const taken = await heldUntil()
    // a server that lost the job to another one cannot extend the lease
    await renewJob(platform.db, { ...job, attempts: job.attempts - 1 }, 600)
    expect(await heldUntil()).toBe(taken)
    await renewJob(platform.db, job, 600)
    expect(await heldUntil()).toBeGreaterThan(taken)
  })

  it('of one feature do not wait for jobs of another feature', async () => {
    const platform = await openShop(open, { runJobs: true })
    let release = () => {}
    const isSlow = new Promise<void>((resolve) => {
      release = resolve
    })
    platform.jobs.handle('slow.send', () => isSlow)
    const done = new Promise((resolve) => platform.jobs.handle('quick.tell', async (payload) => resolve(payload)))
    await platform.jobs.add([{ kind: 'slow.send', payload: {} }])
    await platform.jobs.add([{ kind: 'quick.tell', payload: 'x' }])
    expect(await done).toBe('x')
    release()
  })

  it('start automatically after a command, and wait for a server that has a handler for them', async () => {
    const platform = await openShop(open, {
      runJobs: true,
      effects: {
        'test.addItem': () => [
          { kind: 'test.after', payload: 'x' },
          { kind: 'test.unknown', payload: 'y' },
        ],
      },
    })
    const done = new Promise((resolve) => platform.jobs.handle('test.after', async (payload) => resolve(payload)))
    await new TestClient(platform, admin).push(queued(addItem, { id: freshId() }))
    expect(await done).toBe('x')
    expect(await jobsOf(platform, 'test.unknown')).toMatchObject([{ status: 'waiting', attempts: 0 }])
  })

  it('delete old tombstones every day; the checks of books and stock find what does not add up', async () => {
    const platform = await openShop(open)
    const till = new TestClient(platform, admin)
    const id = freshId()
    await till.push(queued(addItem, { id, stock: 3 }), queued(credit, { uid: 'c', amountCents: 700 }))
    await sql`insert into removals (collection, row_id, audience, removed_at) values ('items', 'old', 'admins', now() - interval '401 days'), ('items', 'new', 'admins', now())`.execute(
      platform.db,
    )
    await makeDue(platform)
    await platform.jobs.drain()
    expect((await sql`select row_id from removals`.execute(platform.db)).rows).toEqual([{ row_id: 'new' }])
    expect([await checkBooks(platform.db), await checkStock(platform.db)]).toEqual([[], []])

    await sql`update balances set available_cents = 1 where id = 'c'`.execute(platform.db)
    await sql`update ledger_entries set amount_cents = -1 where account = 'sales_clearing'`.execute(platform.db)
    await sql`update items set stock_count = 99`.execute(platform.db)
    expect(await checkBooks(platform.db)).toMatchObject([
      { kind: 'balance', uid: 'c', account: 'consignor_available', balanceCents: 1, ledgerCents: 700 },
      { kind: 'posting', sumCents: 699 },
    ])
    expect(await checkStock(platform.db)).toEqual([{ itemId: id, stockCount: 99, movementsCount: 3 }])
    await sql`delete from items`.execute(platform.db)
    expect(await checkStock(platform.db)).toEqual([{ itemId: id, stockCount: 0, movementsCount: 3 }])
    const scheduled = await sql<{ kind: string }>`select kind from jobs where run_at > now() + interval '10 minutes'`.execute(platform.db)
    expect(scheduled.rows.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['platform.purge', ...(kind === 'pglite' ? ['platform.vacuum'] : [])]),
    )
  })
})

forEachDatabase('the embedded database', (open, kind) => {
  it('has its changed tables vacuumed by a job, unlike a PostgreSQL server', async () => {
    const platform = await openShop(open)
    await new TestClient(platform, admin).push(...Array.from({ length: 100 }, () => queued(addItem, { id: freshId() })))
    // PostgreSQL updates its statistics of changes with a delay
    const isVacuumed = async () => {
      await makeDue(platform)
      await platform.jobs.drain()
      const { rows } = await sql<{ at: Date | null }>`select last_vacuum as at from pg_stat_user_tables where relname = 'items'`.execute(
        platform.db,
      )
      return rows[0]?.at instanceof Date
    }
    if (kind === 'pglite') await expect.poll(isVacuumed, { timeout: 30_000, interval: 500 }).toBe(true)
    else expect(await isVacuumed()).toBe(false)
  })
})
