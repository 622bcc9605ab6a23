import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { setPhotoCall } from '@shop/shared/accounts/calls/profile.ts'
import { PROFILE_IMAGE } from '@shop/shared/images/rules.ts'
import { IconPhotoUp } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useCall, usePendingActions, useSyncStatus } from '../../sync/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import { type CropArea, cropPicture, problemOfFile } from './crop-picture.ts'
import { PictureCropper } from './picture-cropper.tsx'
import classes from './profile.module.css'

const UPLOAD_FAILED = 'Error uploading image. Please try again or choose a different image.'

/** Crops a chosen picture and uploads it as the profile picture. */
export default function PictureDialog({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const { online } = useSyncStatus()
  const { url, choose, setArea, unreadable, upload, busy, problem, forget } = usePictureUpload(onDone)
  return (
    <FormModal title="Profile picture" onClose={onClose} size="md">
      <Stack gap="md">
        {url === null ? (
          <div className={classes.noPicture}>
            <IconPhotoUp size="2.5rem" aria-hidden="true" />
            <Text size="sm" c="dimmed">
              JPEG, PNG, GIF or WebP, under 5 MB
            </Text>
          </div>
        ) : (
          <PictureCropper key={url} url={url} onArea={setArea} onUnreadable={unreadable} />
        )}
        <FormProblem text={problem} onClear={forget} />
        {!online && (
          <Text size="sm" c="dimmed" role="status">
            You are offline. A picture can be uploaded when the server is reached again.
          </Text>
        )}
        <Group justify="space-between">
          <FileButton accept={PROFILE_IMAGE.types.join(',')} onChange={choose} inputProps={{ 'aria-label': 'Picture file' }}>
            {(props) => (
              <Button variant="default" {...props} data-autofocus>
                {url === null ? 'Choose a picture' : 'Choose another'}
              </Button>
            )}
          </FileButton>
          <Group gap="xs" ml="auto">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={busy} disabled={!online} onClick={() => void upload()}>
              Save picture
            </Button>
          </Group>
        </Group>
      </Stack>
    </FormModal>
  )
}

/** The chosen picture, its crop area, and the upload. */
function usePictureUpload(onDone: () => void) {
  const call = useCall()
  const { syncNow } = usePendingActions()
  const { busy, run } = useBusy()
  /** Object URL of the chosen file, to be revoked when it is no longer shown. */
  const [url, setUrl] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const area = useRef<CropArea | null>(null)
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url])

  const choose = (file: File | null) => {
    if (!file) return
    const wrong = problemOfFile(file)
    setProblem(wrong)
    if (wrong !== null) return
    area.current = null
    setUrl(URL.createObjectURL(file))
  }
  const setArea = useCallback((next: CropArea) => {
    area.current = next
  }, [])
  const unreadable = () => {
    area.current = null
    setUrl(null)
    setProblem(UPLOAD_FAILED)
  }
  const upload = () =>
    run(async () => {
      const crop = area.current
      if (url === null || !crop) return setProblem(PROFILE_IMAGE.missing)
      setProblem(null)
      try {
        await call(setPhotoCall, { body: { profileImage: await cropPicture(url, crop) } })
      } catch (thrown) {
        console.warn('the picture was not uploaded', thrown)
        return setProblem(UPLOAD_FAILED)
      }
      void syncNow()
      onDone()
    })
  return { url, choose, setArea, unreadable, upload, busy, problem, forget: () => setProblem(null) }
}
