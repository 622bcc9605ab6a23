import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './form-modal.module.css'
import { MOTION_MS } from './theme.ts'
import { useWindow } from './use-window.ts'

type Props = { readonly title: string; readonly onClose: () => void; readonly size?: 'md' | 'lg' | 'xl'; readonly children: ReactNode }

/** A form in a sheet over the page: from the right, on a phone from below. A tap beside it does not close it, because somebody may be in the middle of
 *  typing. */
export function FormModal({ title, onClose, size = 'lg', children }: Props) {
  const close = useWindow(onClose)
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false })
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      classNames={classes}
      attributes={{ header: { role: 'presentation' }, content: { 'data-sheet': size } }}
      transitionProps={{ transition: isPhone ? 'slide-up' : 'slide-left', duration: MOTION_MS }}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Modal>
  )
}
