import { FormModal } from '../../ui/form-modal.tsx'
import { UsernameForm } from './username-form.tsx'

type Props = {
  readonly own: string | null
  readonly closeLabel?: string
  readonly onClose: () => void
  readonly onDone: () => void
}

/** The username picker over whatever screen asked for it. */
export default function UsernameDialog({ own, closeLabel = 'Cancel', onClose, onDone }: Props) {
  return (
    <FormModal title={own === null ? 'Choose your username' : 'Change your username'} onClose={onClose} size="md">
      <UsernameForm own={own} closeLabel={closeLabel} onClose={onClose} onDone={onDone} />
    </FormModal>
  )
}
