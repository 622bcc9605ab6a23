import type { SecurityKind, SecurityResult } from '@shop/shared/accounts/rules/security-record.ts'
import { networkOf } from '../../platform/http/client-network.ts'

const HOUR_MS = 3_600_000
/** Acts that strangers and programs can repeat at will, as they can whatever is refused. The others are recorded each time. */
const REPEATABLE: ReadonlySet<SecurityKind> = new Set([
  'signUp',
  'signIn',
  'signOut',
  'sessionsEnded',
  'passwordResetAsked',
  'dataExported',
])
/** Repetitions in the hour that are all recorded; of later ones the 1st, 2nd and 5th of each power of ten. */
const EACH_UP_TO: Readonly<Record<SecurityResult, number>> = { done: 20, refused: 3 }
/** Entries of refused acts in an hour, from all accounts and networks together; what is beyond counts as one account without a network. */
export const MAX_REFUSED_AN_HOUR = 200
/** Most accounts and networks counted apart in an hour. */
const MAX_COUNTED = 20_000

type Act = {
  readonly kind: SecurityKind
  readonly result: SecurityResult
  readonly uid: string | null
  readonly address: string | undefined
}

/** Decides which repetitions of an act get an entry, so that a flood of failed sign-ins cannot fill the disk. This process counts alone, by account
 *  and network, and starts afresh each hour. */
export class Repetitions {
  private hour = 0
  private refusedCount = 0
  private readonly counts = new Map<string, number>()

  /** Counts an act. Answers its place in the hour when it is to be recorded, and `isBeyond` when it stands for acts of any account and network;
   *  undefined when it is not recorded. */
  take({ kind, result, uid, address }: Act, nowMs: number): { readonly count: number; readonly isBeyond: boolean } | undefined {
    if (result === 'done' && !REPEATABLE.has(kind)) return { count: 1, isBeyond: false }
    const hour = Math.floor(nowMs / HOUR_MS)
    if (hour !== this.hour) {
      this.hour = hour
      this.refusedCount = 0
      this.counts.clear()
    }
    const isRefused = result === 'refused'
    const key = `${kind} ${result} ${uid ?? ''} ${address === undefined ? '' : networkOf(address)}`
    const isFull = this.counts.size >= MAX_COUNTED || (isRefused && this.refusedCount >= MAX_REFUSED_AN_HOUR)
    const isBeyond = isFull && !this.counts.has(key)
    const counted = isBeyond ? `${kind} ${result}` : key
    const count = (this.counts.get(counted) ?? 0) + 1
    this.counts.set(counted, count)
    if (count > EACH_UP_TO[result] && !isMilestone(count)) return undefined
    if (isRefused) this.refusedCount += 1
    return { count, isBeyond }
  }
}

/** True for 1, 2 and 5 times a power of ten. */
function isMilestone(count: number): boolean {
  return [1, 2, 5].includes(count / 10 ** Math.floor(Math.log10(count)))
}
