import { expect, it, onTestFinished, vi } from 'vitest'
import { tables } from '../../app/tables.ts'
import { silentLog } from '../kernel/log.ts'
import { openPlatform } from '../platform.ts'
import { openShop, TestClient } from '../testing/client.ts'
import { addItem, admin, freshId, queued } from '../testing/commands.ts'
import { freshDatabase } from '../testing/databases.ts'
import { LOCK_WAIT_MAX_MS } from './fifo-lock.ts'

it('a till is told to retry while the embedded database is busy, and its command runs afterwards', async () => {
  const platform = await openShop(async (config) =>
    openPlatform({ tables, log: silentLog, runJobs: false, database: await freshDatabase('pglite'), ...config }),
  )
  onTestFinished(() => platform.close())
  const till = new TestClient(platform, admin)
  const command = queued(addItem, { id: freshId(), stock: 1 })

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let finishImport = () => {}
  const importing = platform.transaction(() => new Promise<void>((resolve) => (finishImport = resolve)))
  const answer = till.push(command).catch((error: unknown) => error)
  const settled = vi.fn()
  void answer.then(settled)
  for (let waits = 0; waits < 2; waits++) {
    await vi.waitFor(() => expect(settled.mock.calls.length > 0 || vi.getTimerCount() > 0).toBe(true), { timeout: 20_000 })
    await vi.advanceTimersByTimeAsync(LOCK_WAIT_MAX_MS)
  }
  finishImport()
  await importing
  expect(await answer).toMatchObject({ code: 'UNAVAILABLE', status: 503 })

  vi.useRealTimers()
  expect(await till.push(command)).toEqual([{ id: command.id, status: 'done' }])
}, 120_000)
