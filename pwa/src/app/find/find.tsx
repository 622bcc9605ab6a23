import { lazy, Suspense, useEffect, useState } from 'react'
import { isWindowOpen } from '../../ui/use-window.ts'
import { isFindKey } from './find-key.ts'
import { onOpenFind } from './open-find.ts'

// lazy, because most visits open it never
const FindWindow = lazy(() => import('./find-window.tsx'))

/** Opens the window *Find* by its key, or by the entry of the profile menu. The till has a search and keys of its own, so that the key does nothing
 *  there; no key works behind a window. */
export default function Find() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isFindKey(event, navigator.platform) || /^\/pos\/?$/.test(window.location.pathname)) return
      // a browser's own Ctrl K would take somebody out of the app
      event.preventDefault()
      if (!isWindowOpen()) setOpen(true)
    }
    const end = onOpenFind(() => setOpen(true))
    window.addEventListener('keydown', onKey)
    return () => {
      end()
      window.removeEventListener('keydown', onKey)
    }
  }, [])
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <FindWindow onClose={() => setOpen(false)} />
    </Suspense>
  )
}
