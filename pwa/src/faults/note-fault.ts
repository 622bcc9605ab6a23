import type { Fault } from '@shop/shared/faults/schema.ts'
import { storedSession } from '../sync/store/stored-session.ts'
import { keepFaults, merge, reportsFaults } from './fault-box.ts'
import { faultHere } from './fault-of.ts'

/** Milliseconds for which faults are gathered before they are stored, so that a mistake which fails at every key does not slow the till. */
const GATHER_MS = 1_000

let gathered: Fault[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Keeps an error that nobody handled, described without anything about people, if the person who is signed in agreed to reports. */
export function noteFault(kind: Fault['kind'], error: unknown): void {
  const fault = faultHere(kind, error)
  if (!fault) return
  gathered = merge(gathered, [fault])
  if (timer === undefined) timer = setTimeout(() => void storeGathered().catch(() => undefined), GATHER_MS)
}

async function storeGathered(): Promise<void> {
  const faults = gathered
  gathered = []
  timer = undefined
  if (reportsFaults((await storedSession())?.user.uid)) keepFaults(faults)
}
