import { useEffect } from 'react'
import { useCall, useSyncStatus } from '../sync/api.ts'
import { FAULT_KEPT, mustReport } from './fault-box.ts'
import { reportFaults } from './report-faults.ts'

/** Milliseconds between two reports. A mistake that fails again and again is counted on the device meanwhile. */
const PAUSE_MS = 60_000

/** Reports the faults of a device whose user agreed to it, at once and whenever the server can be reached again. */
export default function FaultSender() {
  const call = useCall()
  const { online } = useSyncStatus()
  useEffect(() => {
    if (!online) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => {
      if (timer !== undefined || !mustReport()) return
      timer = setTimeout(() => {
        timer = undefined
        send()
      }, PAUSE_MS)
      // what could not be sent stays on the device for the next time
      reportFaults(call).catch(() => undefined)
    }
    send()
    window.addEventListener(FAULT_KEPT, send)
    return () => {
      window.removeEventListener(FAULT_KEPT, send)
      clearTimeout(timer)
    }
  }, [call, online])
  return null
}
