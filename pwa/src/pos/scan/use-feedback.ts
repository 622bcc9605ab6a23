import { useCallback, useMemo, useRef, useState } from 'react'
import { useDeviceSetting, useLocalSetting } from '../../sync/api.ts'

/** Sounds of the till, synthesised, so that no file has to load. */
type Beep = 'added' | 'question' | 'sold'

const FLASH_MS = 350

export type Feedback = {
  readonly flash: Beep | null
  readonly isSoundOn: boolean
  readonly setSoundOn: (isOn: boolean) => void
  /** Always flashes. While the sound is on, it also sounds after a scan, because the cashier looks at the goods, and after a sale. */
  readonly play: (what: Beep, how: 'scan' | 'tap') => void
}

export function useFeedback(): Feedback {
  // the sound belongs to the tablet, not to a person; earlier releases stored a choice for each person
  const [personalChoice] = useLocalSetting('till.sound', true)
  const [isSoundOn, setSoundOn] = useDeviceSetting('till.sound', personalChoice)
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

const TONES: Record<Beep, readonly { readonly hertz: number; readonly fromMs: number; readonly forMs: number }[]> = {
  added: [{ hertz: 1_320, fromMs: 0, forMs: 70 }],
  question: [
    { hertz: 330, fromMs: 0, forMs: 120 },
    { hertz: 262, fromMs: 140, forMs: 160 },
  ],
  sold: [
    { hertz: 880, fromMs: 0, forMs: 80 },
    { hertz: 1_320, fromMs: 90, forMs: 120 },
  ],
}

let context: AudioContext | undefined

/** Plays a sound; silent without audio support and before the first touch or key. */
function beep(sound: Beep): void {
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') void context.resume().catch(() => undefined)
    for (const tone of TONES[sound]) play(context, tone.hertz, context.currentTime + tone.fromMs / 1_000, tone.forMs / 1_000)
  } catch {
    // A device without sound still sells.
  }
}

function play(audio: AudioContext, hertz: number, from: number, seconds: number): void {
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.frequency.value = hertz
  gain.gain.setValueAtTime(0.12, from)
  gain.gain.exponentialRampToValueAtTime(0.001, from + seconds)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(from)
  oscillator.stop(from + seconds)
}
