import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { alone } from '../.scripts/lib/stamps.mjs'

// `npm start` and `npm test` wait for this lock while another process installs or builds in the same clone.

function lockOf(holder: string, silentSeconds: number): string {
  const dir = mkdtempSync(join(tmpdir(), 'shop-lock-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const path = join(dir, 'lock')
  writeFileSync(path, holder)
  const atSeconds = Date.now() / 1_000 - silentSeconds
  utimesSync(path, atSeconds, atSeconds)
  return path
}

/** Id of a running process that holds no lock. */
function stranger(): string {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  onTestFinished(() => void child.kill('SIGKILL'))
  return String(child.pid)
}

test('a lock left by a power cut is taken over, even if another process has the id of the lock’s holder by now', async () => {
  expect(await alone(async () => 'own id', lockOf(String(process.pid), 3_600))).toBe('own id')
  expect(await alone(async () => 'a stranger’s', lockOf(stranger(), 3_600))).toBe('a stranger’s')
  // the power cut came before the process id reached the disk
  expect(await alone(async () => 'empty', lockOf('', 3_600))).toBe('empty')
})

test('a process keeps its lock while it works, and other processes wait', async () => {
  const path = lockOf('', 3_600)
  const order: string[] = []
  let finish = () => {}
  const first = alone(async () => {
    // makes the lock look as if its holder had not touched it for decades
    utimesSync(path, 0, 0)
    order.push('first begins')
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    order.push('first ends')
  }, path)
  await expect.poll(() => order.length > 0 && Date.now() - statSync(path).mtimeMs < 5_000).toBe(true)
  const second = alone(async () => void order.push('second begins'), path)
  finish()
  await Promise.all([first, second])
  expect(order).toEqual(['first begins', 'first ends', 'second begins'])
})
