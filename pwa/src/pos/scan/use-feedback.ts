import { useCallback, useMemo, useRef, useState } from 'react'
import { useLocalSetting } from '../../sync/api.ts'
import { type Beep, beep } from './beep.ts'

/** How long a flash stands. */
const FLASH_MS = 350

/** Sound and light after a scan or a sale. */
export type Feedback = {
  readonly flash: Beep | null
  readonly isSoundOn: boolean
  readonly setSoundOn: (isOn: boolean) => void
  /** Taps are seen; scans are heard as well, since the eyes are on the goods. */
  readonly play: (what: Beep, how: 'scan' | 'tap') => void
}

export function useFeedback(): Feedback {
  const [isSoundOn, setSoundOn] = useLocalSetting('till.sound', true)
  const [flash, setFlash] = useState<Beep | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const play = useCallback(
    (what: Beep, how: 'scan' | 'tap') => {
      if (isSoundOn && (how === 'scan' || what === 'sold')) beep(what)
      setFlash(what)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setFlash(null), FLASH_MS)
    },
    [isSoundOn],
  )
  return useMemo(() => ({ flash, isSoundOn, setSoundOn, play }), [flash, isSoundOn, setSoundOn, play])
}
