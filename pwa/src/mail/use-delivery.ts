import { type LoggedMail, openMail } from '@shop/shared/mail/calls.ts'
import { useEffect, useState } from 'react'
import { useCall } from '../sync/api.ts'

const LOOK_MS = 1_500
/** Looks after a mail before the log has to tell. */
const MAX_LOOKS = 40

/** A mail just handed over, as it fares: looked after while it waits. */
export function useDelivery(mail: LoggedMail | null): LoggedMail | null {
  const call = useCall()
  const [latest, setLatest] = useState(mail)
  useEffect(() => {
    setLatest(mail)
    if (mail?.state !== 'waiting') return
    let timer: ReturnType<typeof setTimeout> | undefined
    let looks = 0
    const look = async () => {
      // without an answer the next look may have one
      const now = await call(openMail, { params: { id: mail.id } }).catch(() => null)
      if (timer === undefined) return
      if (now) setLatest(now)
      looks += 1
      if ((now?.state ?? 'waiting') === 'waiting' && looks < MAX_LOOKS) timer = setTimeout(() => void look(), LOOK_MS)
    }
    timer = setTimeout(() => void look(), LOOK_MS)
    return () => {
      clearTimeout(timer)
      timer = undefined
    }
  }, [mail, call])
  return latest
}
