import { FAULTS_OF_DEVICE_MAX, type Fault, faultSchema } from '@shop/shared/faults/schema.ts'
import { recall, remember } from '../ui/remembered.ts'

/** Key of the id of the person who agreed on this device. For anybody else who signs in here the reports are off. */
const CONSENT = 'fault-reports'
const BOX = 'faults'
/** Event of the window when a fault was kept. */
export const FAULT_KEPT = 'fault-kept'

/** True when this person agreed that this device reports its faults by itself. */
export const reportsFaults = (uid: string | undefined): boolean => uid !== undefined && recall(CONSENT) === uid

/** Switches the reports of this device on for a person, or off (null). What happened before is not reported. Answers true when the browser stored
 *  it. */
export const switchReports = (uid: string | null): boolean => store([]) && remember(CONSENT, uid ?? '')

/** Keeps faults of the person who agreed until they are reported. */
export function keepFaults(faults: readonly Fault[]): void {
  store(merge(keptFaults(), faults))
  window.dispatchEvent(new Event(FAULT_KEPT))
}

/** Removes reported faults. What happened again meanwhile stays. */
export function dropFaults(reported: readonly Fault[]): void {
  const timesOf = new Map(reported.map((fault) => [keyOf(fault), fault.times]))
  store(
    keptFaults().flatMap((fault) => {
      const times = fault.times - (timesOf.get(keyOf(fault)) ?? 0)
      return times > 0 ? [{ ...fault, times }] : []
    }),
  )
}

/** Reads the faults that wait for a report, oldest first. */
export function keptFaults(): Fault[] {
  try {
    const kept: unknown = JSON.parse(recall(BOX) ?? '[]')
    return Array.isArray(kept) ? kept.flatMap((one) => faultSchema.safeParse(one).data ?? []) : []
  } catch {
    return []
  }
}

const store = (faults: readonly Fault[]) => remember(BOX, JSON.stringify(faults))

const keyOf = ({ times: _times, ...rest }: Fault) => JSON.stringify(rest)

/** Joins lists of faults: equal ones are counted, and the newest stay. */
export function merge(before: readonly Fault[], after: readonly Fault[]): Fault[] {
  const byKey = new Map<string, Fault>()
  for (const fault of [...before, ...after]) {
    const key = keyOf(fault)
    const times = Math.min(1_000, fault.times + (byKey.get(key)?.times ?? 0))
    byKey.delete(key)
    byKey.set(key, { ...fault, times })
  }
  return [...byKey.values()].slice(-FAULTS_OF_DEVICE_MAX)
}
