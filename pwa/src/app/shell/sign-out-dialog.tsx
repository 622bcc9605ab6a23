import { Button, Stack, Text } from '@mantine/core'
import { usePendingActions, useSession } from '../../sync/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { dated, downloadFile } from '../../ui/download-file.ts'

type Props = { readonly unsynced: number; readonly onClose: () => void }

/** Signing out with work that is not sent: export it, or keep it on this device for this person (design §3). */
export default function SignOutDialog({ unsynced, onClose }: Props) {
  const { signOut, user } = useSession()
  const { exportPending } = usePendingActions()
  const things = unsynced === 1 ? '1 change is' : `${unsynced} changes are`
  const exportAll = async () => downloadFile(dated('unsent-work', 'json'), await exportPending())
  return (
    <Dialog isOpen onClose={onClose} title="Some work is not sent yet">
      <Text size="sm">
        {things} on this device only. Wait until it is sent, or save it to a file and import it on another device. If you sign out now it
        stays on this device and is sent when <bdi>{user?.displayName || user?.email}</bdi> signs in here again.
      </Text>
      <Stack gap="xs" mt="lg">
        <Button onClick={onClose}>Stay signed in</Button>
        <Button variant="default" onClick={() => void exportAll()}>
          Save to a file
        </Button>
        <Button variant="subtle" color="red" onClick={() => void signOut({ keep: true }).then(onClose)}>
          Keep it here and sign out
        </Button>
      </Stack>
    </Dialog>
  )
}
