import { Stack, Text } from '@mantine/core'
import type { FormEvent } from 'react'
import type { LockedWork, OpenedWork } from '../../sync/api.ts'
import { counted } from '../../ui/counted.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { useNames } from '../../ui/use-names.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { type LeftBy, leftBy } from './left-words.ts'

type Props = {
  readonly work: LockedWork
  readonly opened: OpenedWork
  readonly onSend: () => Promise<void>
  readonly onClose: () => void
}

/** Window that shows an admin what somebody left on this device, before the admin sends it. */
export function LeftWorkWindow(props: Props) {
  const name = useNames('somebody')(props.work.uid)
  return (
    <FormModal title={`Work of ${name}`} onClose={props.onClose}>
      <LeftWork {...props} />
    </FormModal>
  )
}

function LeftWork({ work, opened, onSend, onClose }: Props) {
  const { submit, busy, problem, forget } = useSubmit('Error: ')
  const openCount = opened.parts.reduce((sum, { file }) => sum + file.commands.length, 0)
  const lockedCount = Math.max(0, work.unsent - openCount)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    await submit(onSend)
  }
  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <Stack>
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label="What will be sent">
          {leftBy(opened).map((one) => (
            <Share key={one.uid} share={one} />
          ))}
        </Stack>
        {opened.refused !== null && (
          <Text c="var(--shop-bad)">
            {counted(lockedCount, 'change')} cannot be unlocked: {opened.refused.message}
          </Text>
        )}
        <Text c="dimmed">
          You send it, but it counts as the work of the person who did it. What this person may not do is refused, and sales of somebody who
          is no admin any more wait under Discrepancies.
        </Text>
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
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{name}</bdi>
      </Text>
      <Text>{words}</Text>
      <Text size="sm" c="dimmed">
        {first === last ? first : `${first} to ${last}`}
      </Text>
    </li>
  )
}
