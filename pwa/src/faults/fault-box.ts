import { FAULTS_OF_DEVICE_MAX, type Fault, faultSchema } from '@shop/shared/faults/schema.ts'
import { recall, remember } from '../ui/remembered.ts'

const CONSENT = 'fault-reports'
const BOX = 'faults'
/** Event of the window when a fault was kept. */
export const FAULT_KEPT = 'fault-kept'

/** True when this device reports its faults by itself. */
export const reportsFaults = (): boolean => recall(CONSENT) === 'on'

/** Switches the reports of this device on or off. What happened before is not reported. Answers true when the browser stored it. */
export function switchReports(isOn: boolean): boolean {
  return store([]) && remember(CONSENT, isOn ? 'on' : 'off')
}

/** Keeps a fault until it is reported. Without consent only the last one is kept, for the button of the screen that failed. */
export function keepFault(fault: Fault): void {
  const kept = reportsFaults() ? keptFaults() : []
  store(merge(kept, [fault]))
  window.dispatchEvent(new Event(FAULT_KEPT))
}

/** True when this device has faults to report by itself. */
export const mustReport = (): boolean => reportsFaults() && keptFaults().length > 0

/** Takes the kept faults out. */
export function takeFaults(): Fault[] {
  const faults = keptFaults()
  store([])
  return faults
}

/** Puts faults back that could not be reported. */
export const giveBackFaults = (faults: readonly Fault[]): boolean => store(merge(faults, keptFaults()))

function keptFaults(): Fault[] {
  try {
    const kept: unknown = JSON.parse(recall(BOX) ?? '[]')
    return Array.isArray(kept) ? kept.flatMap((one) => faultSchema.safeParse(one).data ?? []) : []
  } catch {
    return []
  }
}

const store = (faults: readonly Fault[]) => remember(BOX, JSON.stringify(faults))

/** Joins lists of faults: equal ones are counted, and the newest stay. */
function merge(before: readonly Fault[], after: readonly Fault[]): Fault[] {
  const byKind = new Map<string, Fault>()
  for (const fault of [...before, ...after]) {
    const { times, requestId, ...rest } = fault
    const key = JSON.stringify(rest)
    const known = byKind.get(key)
    byKind.delete(key)
    byKind.set(key, known ? { ...known, ...fault, times: Math.min(1_000, known.times + times) } : fault)
  }
  return [...byKind.values()].slice(-FAULTS_OF_DEVICE_MAX)
}
