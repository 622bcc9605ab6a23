/** Sounds of the till, made on the spot: no file to load, nothing to wait for. */
export type Beep = 'added' | 'question' | 'sold'

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

/** Plays a sound. Silent where the browser has none, or before the first touch or key. */
export function beep(sound: Beep): void {
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') void context.resume().catch(() => undefined)
    for (const tone of TONES[sound]) play(context, tone.hertz, context.currentTime + tone.fromMs / 1_000, tone.forMs / 1_000)
  } catch {
    // A device without sound sells as well.
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
