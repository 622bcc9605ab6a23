import { recall, remember } from '../../ui/remembered.ts'

const USE_KEY = 'shop-days-used'
const DECLINED_KEY = 'shop-install-declined'
/** Day of use from which the app offers its installation. */
const DAYS_OF_USE = 2
/** Pause after the first refusal, in days. The second refusal is final. */
const PAUSE_DAYS = 60
const DAY_MS = 86_400_000

type Use = { readonly lastDay: number; readonly days: number }
type Declined = { readonly times: number; readonly atMs: number }

const dayOf = (nowMs: number) => Math.floor(nowMs / DAY_MS)

/** Records today. Returns the number of different days that this device has recorded. */
export function countUse(nowMs: number): number {
  const use = read<Use>(USE_KEY, { lastDay: 0, days: 0 })
  if (use.lastDay === dayOf(nowMs)) return use.days
  const days = use.days + 1
  remember(USE_KEY, JSON.stringify({ lastDay: dayOf(nowMs), days }))
  return days
}

/** True after the first sale or from the second day of use on this device, unless a refusal is in force. */
export function isInstallMoment({ days, hasSold, nowMs }: { days: number; hasSold: boolean; nowMs: number }): boolean {
  const declined = read<Declined>(DECLINED_KEY, { times: 0, atMs: 0 })
  const isPaused = declined.times > 0 && (declined.times > 1 || nowMs - declined.atMs < PAUSE_DAYS * DAY_MS)
  return !isPaused && (hasSold || days >= DAYS_OF_USE)
}

export function declineInstall(nowMs: number): void {
  const { times } = read<Declined>(DECLINED_KEY, { times: 0, atMs: 0 })
  remember(DECLINED_KEY, JSON.stringify({ times: times + 1, atMs: nowMs }))
}

function read<T extends object>(key: string, none: T): T {
  try {
    const found: unknown = JSON.parse(recall(key) ?? 'null')
    return found !== null && typeof found === 'object' ? { ...none, ...found } : none
  } catch {
    return none
  }
}
