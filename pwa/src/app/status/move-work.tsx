import { Button, FileButton, Group } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { type PendingFile, usePendingActions } from '../../sync/api.ts'
import { counted, grouped } from '../../ui/counted.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { Section } from '../../ui/page.tsx'
import { useSaveUnsentWork } from '../../ui/use-save-unsent-work.ts'
import { LeftWorkWindow } from './left-work-window.tsx'

type Props = { readonly pendingCount: number; readonly onMessage: (text: string) => void }

const NOTE =
  'Anybody can write such a file, in anybody’s name. Send it only if you trust whoever gave it to you: it counts as your own work, unless somebody named here may not do it.'

export function MoveWork({ pendingCount, onMessage }: Props) {
  const { readPending, importPending } = usePendingActions()
  const [read, setRead] = useState<PendingFile | null>(null)
  const saveFile = useSaveUnsentWork()
  const save = async () => {
    await saveFile()
    onMessage('Saved to a file. Keep it until the work was sent.')
  }
  const load = async (file: File | null) => {
    if (!file) return
    try {
      setRead(await readPending(file))
    } catch (thrown) {
      onMessage(errorMessage('Error: ', thrown))
    }
  }
  const send = async (file: PendingFile) => {
    const { added, known } = await importPending(file)
    setRead(null)
    onMessage(`${counted(added, 'change')} added${known > 0 ? `, ${grouped(known)} already known` : ''}`)
  }
  return (
    <Section
      title="Move unsent work"
      description="When this device cannot reach the server any more: save what is not sent to a file, and import it on another device. Each change counts once, however often it is imported."
    >
      <Group gap="xs">
        <Button variant="default" leftSection={<IconDownload size="1.25rem" />} disabled={pendingCount === 0} onClick={() => void save()}>
          Export pending work
        </Button>
        <FileButton onChange={(file) => void load(file)} accept="application/json,.json">
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size="1.25rem" />}>
              Import pending work
            </Button>
          )}
        </FileButton>
      </Group>
      {read && <LeftWorkWindow uid={read.uid} files={[read]} note={NOTE} onSend={() => send(read)} onClose={() => setRead(null)} />}
    </Section>
  )
}
