import { Button, Stack, Text } from '@mantine/core'
import { type LeftBehind, useSession } from '../../sync/api.ts'
import { counted } from '../../ui/counted.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useSaveUnsentWork } from '../../ui/use-save-unsent-work.ts'

type Props = { readonly left: LeftBehind; readonly onClose: () => void }

/** Asks before signing out with unsent work. The person can export the work or keep it on this device. */
export default function SignOutDialog({ left: { unsynced, unstored }, onClose }: Props) {
  const { signOut, user } = useSession()
  const save = useSaveUnsentWork()
  return (
    <Dialog isOpen onClose={onClose} title="Some work is not sent yet">
      <Text size="sm">
        {counted(unsynced, 'change is', 'changes are')} on this device only.{' '}
        {user ? 'Wait until this work is sent, or save it' : 'This work is sent once you are a member again. Until then you can save it'} to
        a file and import that on another device.
        {unstored < unsynced && (
          <>
            {' '}
            If you sign out now {unstored === 0 ? 'it' : 'what could be stored'} stays on this device and is sent when{' '}
            {user ? <bdi>{user.displayName || user.email}</bdi> : 'the same person'} signs in here again.
          </>
        )}
      </Text>
      {unstored > 0 && (
        <Text size="sm" mt="xs" fw="bold">
          This device could not store {counted(unstored, 'change')}: signing out loses {unstored === 1 ? 'it' : 'them'}, unless you save the
          file first.
        </Text>
      )}
      <Stack gap="xs" mt="lg">
        <Button onClick={onClose}>Stay signed in</Button>
        <Button variant="default" onClick={() => void save()}>
          Save to a file
        </Button>
        <Button variant="subtle" color="red" onClick={() => void signOut({ keep: true }).then(onClose)}>
          {unstored > 0 ? 'Sign out anyway' : 'Keep it here and sign out'}
        </Button>
      </Stack>
    </Dialog>
  )
}
