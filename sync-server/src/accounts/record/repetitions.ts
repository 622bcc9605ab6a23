import type { SecurityKind, SecurityResult } from '@shop/shared/accounts/rules/security-record.ts'
import { networkOf } from '../../platform/http/client-network.ts'

const HOUR_MS = 3_600_000
/** Successful acts that anybody or any program can repeat at will. Refused acts can always be repeated; all other acts are recorded every time. */
const REPEATABLE: ReadonlySet<SecurityKind> = new Set([
  'signUp',
  'signIn',
  'signOut',
  'sessionsEnded',
  'passwordResetAsked',
  'dataExported',
])
/** Number of repetitions in an hour that each get an entry; after that only the 5th, 10th, 20th, 50th, 100th and so on. */
const EACH_UP_TO: Readonly<Record<SecurityResult, number>> = { done: 20, refused: 3 }
/** Most entries for refused acts in an hour, over all accounts and networks. Further refused acts are counted together, as if they came from one
 *  account and no network. */
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

  /** Counts an act. If the act is to be recorded, answers its count in this hour, with `isBeyond` if the count covers all accounts and networks.
   *  Otherwise answers undefined. */
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
