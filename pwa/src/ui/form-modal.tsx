import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useWindow } from './use-window.ts'

type Props = { readonly title: string; readonly onClose: () => void; readonly size?: 'md' | 'lg' | 'xl'; readonly children: ReactNode }

/** Wraps a long name without a space, so that it neither overflows the window nor pushes the cross out of it. */
const WRAPPED = { title: { overflowWrap: 'anywhere' }, body: { overflowWrap: 'break-word' } } as const

/** A form over the page, full-screen on a phone. A tap beside it does not close it, because that would discard typed text. */
export function FormModal({ title, onClose, size = 'lg', children }: Props) {
  const close = useWindow(onClose)
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false })
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={size}
      fullScreen={isPhone}
      centered={!isPhone}
      closeOnClickOutside={false}
      styles={WRAPPED}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Modal>
  )
}
