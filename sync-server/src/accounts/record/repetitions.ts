import type { SecurityKind, SecurityResult } from '@shop/shared/accounts/rules/security-record.ts'
import { networkOf } from '../../platform/http/client-network.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Successful acts that a program can repeat without end. Every refused act counts as repeatable too; all other acts are recorded every time. */
const REPEATABLE: ReadonlySet<SecurityKind> = new Set([
  'signUp',
  'signIn',
  'signOut',
  'sessionsEnded',
  'passwordResetAsked',
  'dataExported',
])
/** Number of repetitions in an hour that each get an entry. Later ones get an entry only at 1, 2 and 5 times a power of ten, such as 50 and 100. */
const EACH_UP_TO: Readonly<Record<SecurityResult, number>> = { done: 20, refused: 3 }
/** Number of entries for refused acts in an hour, over all accounts and networks. Beyond it, the refused acts of further accounts and networks share
 *  one count for each kind. */
export const MAX_REFUSED_AN_HOUR = 200
/** Maximum number of entries for wrong answers about one account in a UTC day. Further wrong answers are only counted. */
export const MAX_WRONG_ANSWERS_A_DAY = 20
/** Number of wrong answers of one kind in a day that each get an entry. Later ones get an entry only at 20, 50, 100 and so on. */
const EACH_WRONG_UP_TO = 10
/** Maximum number of separate counts in an hour, and of accounts in a day. */
const MAX_COUNTED = 20_000

type Act = {
  readonly kind: SecurityKind
  readonly result: SecurityResult
  readonly uid: string | null
  readonly address: string | undefined
}

/** An act that gets an entry. `isBeyond`: the count covers several accounts. */
type Taken = { readonly count: number; readonly isBeyond: boolean }

/** Wrong answers about one account in a day. */
type OfDay = { entries: number; readonly counts: Map<SecurityKind, number> }

/** Decides which repetitions of an act get an entry, so that a flood of failed sign-ins cannot fill the disk. Each server process counts for itself:
 *  acts by account and network in each hour, and wrong answers by account in each day. */
export class Repetitions {
  private hour = 0
  private refusedCount = 0
  private readonly counts = new Map<string, number>()
  private day = 0
  private readonly wrongAnswers = new Map<string | null, OfDay>()

  /** Counts an act. Answers its count in this hour, or undefined if the act gets no entry. */
  take({ kind, result, uid, address }: Act, nowMs: number): Taken | undefined {
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

  /** Counts a wrong answer (a code, passkey or proof of identity) by account and day, regardless of its network. Answers as `take` does. Wrong
   *  answers do not count towards the limits of an hour: most come from somebody who has the right password or a session, and a flood of wrong
   *  passwords must not hide them. */
  takeWrongAnswer({ kind, uid }: Act, nowMs: number): Taken | undefined {
    const day = Math.floor(nowMs / DAY_MS)
    if (day !== this.day) {
      this.day = day
      this.wrongAnswers.clear()
    }
    const isBeyond = this.wrongAnswers.size >= MAX_COUNTED && !this.wrongAnswers.has(uid)
    const whose = isBeyond ? null : uid
    const ofDay = this.wrongAnswers.get(whose) ?? { entries: 0, counts: new Map() }
    this.wrongAnswers.set(whose, ofDay)
    const count = (ofDay.counts.get(kind) ?? 0) + 1
    ofDay.counts.set(kind, count)
    if (ofDay.entries >= MAX_WRONG_ANSWERS_A_DAY || (count > EACH_WRONG_UP_TO && !isMilestone(count))) return undefined
    ofDay.entries += 1
    return { count, isBeyond }
  }
}

/** True for 1, 2 and 5 times a power of ten. */
function isMilestone(count: number): boolean {
  return [1, 2, 5].includes(count / 10 ** Math.floor(Math.log10(count)))
}
