import { useEffect } from 'react'
import { useCall, useSession, useSyncStatus } from '../sync/api.ts'
import { recall, remember } from '../ui/remembered.ts'
import { FAULT_KEPT, keptFaults, reportsFaults } from './fault-box.ts'
import { reportKeptFaults } from './report-faults.ts'

/** Milliseconds between two reports of this device, in all its tabs and also after a reload. */
const PAUSE_MS = 60_000
const SENT_AT = 'faults-sent'

/** Reports the faults of a device whose user agreed to it, as soon as the server can be reached. */
export default function FaultSender() {
  const call = useCall()
  const { online } = useSyncStatus()
  const uid = useSession().user?.uid
  useEffect(() => {
    if (!online) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => {
      clearTimeout(timer)
      if (!reportsFaults(uid) || keptFaults().length === 0) return
      const nowMs = Date.now()
      // a clock that was set back must not stop the reports
      const restMs = Math.min(PAUSE_MS, Number(recall(SENT_AT) ?? 0) + PAUSE_MS - nowMs)
      if (restMs > 0) {
        timer = setTimeout(send, restMs)
        return
      }
      remember(SENT_AT, String(nowMs))
      void reportKeptFaults(call)
    }
    send()
    window.addEventListener(FAULT_KEPT, send)
    return () => {
      window.removeEventListener(FAULT_KEPT, send)
      clearTimeout(timer)
    }
  }, [call, online, uid])
  return null
}
