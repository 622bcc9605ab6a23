import { Stack, Text } from '@mantine/core'
import type { FormEvent } from 'react'
import type { PendingFile } from '../../sync/api.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { useNames } from '../../ui/use-names.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { type LeftBy, leftBy } from './left-words.ts'

type Props = {
  readonly uid: string
  readonly files: readonly PendingFile[]
  /** The part that cannot be sent now, in a sentence. */
  readonly left?: string | undefined
  /** A sentence that the person should read before sending. */
  readonly note: string
  readonly onSend: () => Promise<void>
  readonly onClose: () => void
}

/** Window that shows unsent work from elsewhere by its authors, before somebody sends it from here. */
export function LeftWorkWindow(props: Props) {
  const name = useNames('somebody')(props.uid)
  return (
    <FormModal title={`Work of ${name}`} onClose={props.onClose}>
      <LeftWork {...props} />
    </FormModal>
  )
}

function LeftWork({ files, left, note, onSend, onClose }: Props) {
  const { submit, busy, problem, forget } = useSubmit('Error: ')
  const send = async (event: FormEvent) => {
    event.preventDefault()
    await submit(onSend)
  }
  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <Stack>
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label="What will be sent">
          {leftBy(files).map((one) => (
            <Share key={one.uid} share={one} />
          ))}
        </Stack>
        {left !== undefined && <Text c="var(--shop-bad)">{left}</Text>}
        <Text c="dimmed">{note}</Text>
        <FormFoot {...{ problem, busy }} onClear={forget} onCancel={onClose} label="Send" />
      </Stack>
    </form>
  )
}

function Share({ share: { uid, words, firstAtMs, lastAtMs } }: { readonly share: LeftBy }) {
  const { moment } = useMoments()
  const name = useNames('Somebody')(uid)
  const [first, last] = [moment(firstAtMs), moment(lastAtMs)]
  return (
    <li>
      <Text fw="bold" style={{ overflowWrap: 'anywhere' }}>
        <bdi>{name}</bdi>
      </Text>
      <Text>{words}</Text>
      <Text size="sm" c="dimmed">
        {first === last ? first : `${first} to ${last}`}
      </Text>
    </li>
  )
}
