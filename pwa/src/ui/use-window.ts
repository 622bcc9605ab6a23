import { useCallback, useEffect, useId, useState } from 'react'

/** Open windows, the top one last. */
const open: string[] = []

/** True while a window is open over the page. Somebody is then in the middle of something. */
export const isWindowOpen = (): boolean => open.length > 0 || document.querySelector('dialog[open]') !== null

/** Gives a Mantine window two things. Esc closes only the top window, and no window below a confirmation. The focus returns to where it was, even
 *  when the window leaves the page without closing. Returns the function that closes the window. */
export function useWindow(onClose: () => void): () => void {
  const id = useId()
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    open.push(id)
    return () => {
      open.splice(open.indexOf(id), 1)
      // restores the focus after the window is gone, unless the focus has moved elsewhere
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true })
      })
    }
  }, [id, before])
  return useCallback(() => {
    if (open.at(-1) === id && !document.querySelector('dialog[open]')) onClose()
  }, [id, onClose])
}
