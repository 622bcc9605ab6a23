import type { SecurityKind, SecurityResult } from '@shop/shared/accounts/rules/security-record.ts'
import { networkOf } from '../../platform/http/client-network.ts'

const HOUR_MS = 3_600_000
/** Successful acts that a program can repeat without end. Every refused act counts as repeatable too; all other acts are recorded every time. */
const REPEATABLE: ReadonlySet<SecurityKind> = new Set([
  'signUp',
  'signIn',
  'signOut',
  'sessionsEnded',
  'passwordResetAsked',
  'dataExported',
])
/** Number of repetitions in an hour that each get an entry. Of the later ones, only number 5, 10, 20, 50, 100 and so on get one. */
const EACH_UP_TO: Readonly<Record<SecurityResult, number>> = { done: 20, refused: 3 }
/** Maximum number of entries for refused acts in an hour, over all accounts and networks. Further refused acts share one count. */
export const MAX_REFUSED_AN_HOUR = 200
/** Maximum number of separate counts in an hour. */
const MAX_COUNTED = 20_000

type Act = {
  readonly kind: SecurityKind
  readonly result: SecurityResult
  readonly uid: string | null
  readonly address: string | undefined
}

/** Decides which repetitions of an act get an entry, so that a flood of failed sign-ins cannot fill the disk. Each server process counts for itself,
 *  by account and network, and begins again each hour. */
export class Repetitions {
  private hour = 0
  private refusedCount = 0
  private readonly counts = new Map<string, number>()

  /** Counts an act. Answers its count in this hour, or undefined if the act gets no entry. `isBeyond`: the count covers all accounts and networks. */
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
