import { Alert, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'

type Props = { title: string; onClose: () => void; size?: 'md' | 'lg' | 'xl'; children: ReactNode }

/** A form over the page: whole screen on a phone. A click beside it does not throw away what was typed; Esc and the cross close it. */
export function FormModal({ title, onClose, size = 'lg', children }: Props) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  return (
    <Modal opened onClose={onClose} title={title} size={size} fullScreen={isPhone} closeOnClickOutside={false} centered={!isPhone}>
      {children}
    </Modal>
  )
}

/** Why the last try was refused. */
export function FormProblem({ text }: { text: string | null }) {
  return text === null ? null : (
    <Alert color="red" variant="light" role="alert">
      {text}
    </Alert>
  )
}
