import { useCallback, useEffect, useId, useState } from 'react'

/** Windows that are open, the top one last. */
const open: string[] = []

/** Whether a window stands over the page: somebody is in the middle of something there. */
export const isWindowOpen = (): boolean => open.length > 0 || document.querySelector('dialog[open]') !== null

/** What Mantine's windows leave to us. Esc is heard by each of them: the answered one is that on top, and none while a question stands above. And the focus goes
 *  back to where it was; Mantine's own way is for a window that is closed before it is taken out of the page. Answers how to close. */
export function useWindow(onClose: () => void): () => void {
  const id = useId()
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    open.push(id)
    return () => {
      open.splice(open.indexOf(id), 1)
      // once the window is gone, unless the focus went to something new
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true })
      })
    }
  }, [id, before])
  return useCallback(() => {
    if (open.at(-1) === id && !document.querySelector('dialog[open]')) onClose()
  }, [id, onClose])
}
