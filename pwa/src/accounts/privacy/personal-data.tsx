import { Button, Group, Stack, Text } from '@mantine/core'
import { exportFileName, exportPersonCall } from '@shop/shared/accounts/calls/privacy.ts'
import { lazy, Suspense, useState } from 'react'
import { useCall, useSyncStatus } from '../../sync/api.ts'
import { downloadFile } from '../../ui/download-file.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { FormModal } from '../../ui/form-modal.tsx'

const EraseForm = lazy(async () => ({ default: (await import('./erase-form.tsx')).EraseForm }))

type Props = {
  readonly uid: string
  readonly name: string
  readonly isOwn: boolean
  readonly onMessage: (text: string) => void
  /** Called with the made-up name that replaces the person's own. */
  readonly onErased: (name: string) => void
}

/** One button downloads the data that the shop holds on a person. The other opens the form that erases the person's data. */
export function PersonalData({ uid, name, isOwn, onMessage, onErased }: Props) {
  const call = useCall()
  const { online } = useSyncStatus()
  const [isExporting, setExporting] = useState(false)
  const [isErasing, setErasing] = useState(false)
  const download = async () => {
    setExporting(true)
    try {
      const file = (await call(exportPersonCall, { params: { id: uid } })) as Blob
      downloadFile(exportFileName(uid), file)
      onMessage('The data was downloaded')
    } catch (thrown) {
      onMessage(errorMessage('Error downloading data: ', thrown))
    } finally {
      setExporting(false)
    }
  }
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button variant="default" disabled={!online} loading={isExporting} onClick={() => void download()}>
          {isOwn ? 'Download my data' : 'Download the data'}
        </Button>
        <Button variant="default" c={online ? 'red' : undefined} disabled={!online} onClick={() => setErasing(true)}>
          {isOwn ? 'Erase my data' : 'Erase the data'}
        </Button>
      </Group>
      {!online && (
        <Text size="sm" c="dimmed">
          You are offline. Data can be downloaded and erased when the server is reached again.
        </Text>
      )}
      {isErasing && (
        <FormModal title={isOwn ? 'Erase my data' : `Erase the data of ${name}`} onClose={() => setErasing(false)} size="md">
          <Suspense fallback={null}>
            <EraseForm
              uid={uid}
              isOwn={isOwn}
              onClose={() => setErasing(false)}
              onErased={(madeUp) => {
                setErasing(false)
                onErased(madeUp)
              }}
            />
          </Suspense>
        </FormModal>
      )}
    </Stack>
  )
}
