import type { SyncStatus } from '../../sync/api.ts'
import { HERE } from '../../ui/moments.ts'
import type { Tone } from '../../ui/tag.tsx'

/** The sync status in words. Each text shows only the most pressing fact. */
export type StatusWords = {
  readonly tone: Tone
  /** Online, offline, a first sync, or the obstacle that stops sync. */
  readonly connection: string
  /** The number of commands that need attention or, when there are none, wait to be sent. */
  readonly waiting: string
  readonly lastSync: string
  /** Only the time, for narrow places; null before the first sync. */
  readonly lastSyncTime: string | null
  readonly ready: string
  readonly isReady: boolean
}

/** Returns a moment by this device's clock: its time if it is today, or else its date. */
export function clockWords(atMs: number, nowMs: number): string {
  const at = new Date(atMs)
  const isToday = at.toDateString() === new Date(nowMs).toDateString()
  return isToday ? HERE.time(atMs) : at.toLocaleDateString('en-US', { month: 'short', day: 'numeric' })
}

function connectionOf(status: SyncStatus): Pick<StatusWords, 'tone' | 'connection'> {
  if (status.storage === 'full') return { tone: 'bad', connection: 'Storage full' }
  if (status.storage === 'blocked') return { tone: 'bad', connection: 'Cannot store' }
  if (status.signInNeeded) return { tone: 'warn', connection: 'Sign in to send' }
  if (!status.online) return { tone: 'warn', connection: 'Offline' }
  if (status.trouble) return { tone: 'warn', connection: 'Sending stopped' }
  if (status.phase === 'starting') return { tone: 'info', connection: 'First sync' }
  return { tone: 'good', connection: 'Online' }
}

function waitingOf({ waiting, needsAttention, phase }: SyncStatus): string {
  if (needsAttention > 0) return `${needsAttention} to check`
  if (waiting === 0) return 'All sent'
  return phase === 'pushing' ? `Sending ${waiting}` : `${waiting} to send`
}

export function statusWords(status: SyncStatus, nowMs: number): StatusWords {
  const { tone, connection } = connectionOf(status)
  const lastSyncTime = status.lastSyncAtMs === null ? null : clockWords(status.lastSyncAtMs, nowMs)
  return {
    tone: status.needsAttention > 0 ? 'bad' : tone,
    connection,
    waiting: waitingOf(status),
    lastSync: lastSyncTime === null ? 'Not synced yet' : `Synced ${lastSyncTime}`,
    lastSyncTime,
    ready: status.readyToSell ? 'Ready to sell offline' : 'Not ready to sell offline',
    isReady: status.readyToSell,
  }
}
