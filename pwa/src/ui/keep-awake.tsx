import { useEffect } from 'react'

/** Keeps the screen on while it is shown, where the browser can. The system takes the lock away from a hidden page, so a shown one asks again. */
export default function KeepAwake() {
  useEffect(() => {
    const ended = new AbortController()
    let lock: WakeLockSentinel | undefined
    const ask = async () => {
      if (document.visibilityState !== 'visible' || lock?.released === false) return
      // refused on a low battery: the screen then goes dark as it would without us
      const got = await navigator.wakeLock?.request('screen').catch(() => undefined)
      if (ended.signal.aborted) return void got?.release()
      lock = got
    }
    document.addEventListener('visibilitychange', () => void ask(), { signal: ended.signal })
    void ask()
    return () => {
      ended.abort()
      void lock?.release()
    }
  }, [])
  return null
}
