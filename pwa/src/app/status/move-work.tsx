import { Button, FileButton, Group } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { usePendingActions } from '../../sync/api.ts'
import { counted, grouped } from '../../ui/counted.ts'
import { Section } from '../../ui/page.tsx'
import { useSaveUnsentWork } from '../../ui/use-save-unsent-work.ts'

type Props = { readonly pendingCount: number; readonly onMessage: (text: string) => void }

/** Exports unsent work to a file, and imports such a file from another device. */
export function MoveWork({ pendingCount, onMessage }: Props) {
  const { importPending } = usePendingActions()
  const saveFile = useSaveUnsentWork()
  const save = async () => {
    await saveFile()
    onMessage('Saved to a file. Keep it until the work was sent.')
  }
  const load = async (file: File | null) => {
    if (!file) return
    try {
      const { added, known } = await importPending(file)
      onMessage(`${counted(added, 'change')} added${known > 0 ? `, ${grouped(known)} already known` : ''}`)
    } catch (thrown) {
      onMessage(`Error: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
    }
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
    </Section>
  )
}
