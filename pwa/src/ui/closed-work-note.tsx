import { Button, Stack, Text } from '@mantine/core'
import { useClosedWork } from '../sync/api.ts'
import { counted, grouped } from './counted.ts'
import { useSaveUnsentWork } from './use-save-unsent-work.ts'

/** Number of reasons shown. The file has all of them. */
const SHOWN_REFUSALS = 3

/** Tells the person whose data is closed on this device that it still has changes of theirs, and offers to save these to a file. */
export function ClosedWorkNote() {
  const work = useClosedWork()
  const save = useSaveUnsentWork()
  if (!work || work.waiting + work.refusals.length === 0) return null
  const { waiting, refusals } = work
  const more = refusals.length - SHOWN_REFUSALS
  return (
    <Stack gap="xs" mt="md">
      {waiting > 0 && (
        <Text size="sm">
          {counted(waiting, 'change waits', 'changes wait')} on this device and {waiting === 1 ? 'is' : 'are'} sent once your account is
          open again.
        </Text>
      )}
      {refusals.length > 0 && (
        <Text size="sm" component="div">
          {counted(refusals.length, 'change was', 'changes were')} refused by the shop:
          <ul>
            {refusals.slice(0, SHOWN_REFUSALS).map((reason, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two changes may be refused for the same reason, and the list is only read
              <li key={index}>{reason}</li>
            ))}
            {more > 0 && <li>and {grouped(more)} more</li>}
          </ul>
        </Text>
      )}
      <Button variant="default" onClick={() => void save()}>
        Save to a file
      </Button>
    </Stack>
  )
}
