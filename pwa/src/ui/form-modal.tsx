import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'

type Props = { readonly title: string; readonly onClose: () => void; readonly size?: 'md' | 'lg' | 'xl'; readonly children: ReactNode }

/** A form over the page: the whole screen on a phone. A tap beside it does not throw away what was typed; Esc and the cross close it. */
export function FormModal({ title, onClose, size = 'lg', children }: Props) {
  useFocusReturn()
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false })
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={isPhone}
      centered={!isPhone}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Modal>
  )
}

/** Gives the focus back to where it was. Mantine's own way is for a window that is closed before it is taken out of the page. */
function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // once the window is gone, unless the focus went to something new
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true })
      })
    },
    [before],
  )
}
