import { expect, test } from 'vitest'
import type { SyncStatus } from '../../sync/api.ts'
import { clockWords, statusWords } from './status-words.ts'

const calm: SyncStatus = {
  online: true,
  listening: true,
  phase: 'idle',
  waiting: 0,
  needsAttention: 0,
  lastSyncAtMs: null,
  readyToSell: true,
  notReadyReasons: [],
  signInNeeded: false,
  persisted: true,
  startProgress: null,
  storage: 'ok',
  secureContext: true,
  updateReady: false,
  trouble: null,
}
const now = new Date(2026, 10, 21, 14, 5).getTime()
const words = (change: Partial<SyncStatus>) => statusWords({ ...calm, ...change }, now)

test('a device without problems is online, has sent everything and can sell', () => {
  expect(words({ lastSyncAtMs: now })).toEqual({
    tone: 'good',
    connection: 'Online',
    waiting: 'All sent',
    lastSync: 'Synced 2:05 PM',
    lastSyncTime: '2:05 PM',
    ready: 'Ready to sell offline',
    isReady: true,
  })
})

test('storage problems outrank a missing sign-in, which outranks the connection', () => {
  expect(words({ storage: 'full', signInNeeded: true, online: false }).connection).toBe('Storage full')
  expect(words({ signInNeeded: true, online: false }).connection).toBe('Sign in to send')
  expect(words({ online: false, trouble: { code: 'X', message: 'x' } }).connection).toBe('Offline')
})

test('commands that need a person outrank waiting commands, and set the colour', () => {
  expect(words({ needsAttention: 2, waiting: 5 })).toMatchObject({ waiting: '2 to check', tone: 'bad' })
  expect(words({ waiting: 5 }).waiting).toBe('5 to send')
  expect(words({ waiting: 5, phase: 'pushing' }).waiting).toBe('Sending 5')
})

test('an older sync shows its date', () => {
  expect(clockWords(new Date(2026, 10, 19, 23, 59).getTime(), now)).toBe('Nov 19')
  expect(words({}).lastSync).toBe('Not synced yet')
})
