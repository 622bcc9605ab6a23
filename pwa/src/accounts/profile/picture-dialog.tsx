import { ActionIcon, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { uploadProfileImage } from '@shop/shared/accounts/calls/profile.ts'
import { CROP_ZOOM, PROFILE_IMAGE } from '@shop/shared/images/rules.ts'
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp, IconPhotoUp } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import { useCall, usePendingActions, useSyncStatus } from '../../sync/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import { type CropArea, cropPicture, problemOfFile } from './crop-picture.ts'
import classes from './profile.module.css'

/** Spec §8. */
const UPLOAD_FAILED = 'Error uploading image. Please try again or choose a different image.'

/** For whoever cannot drag (WCAG 2.5.7): each press is one of the arrow key, which the cropper keeps within bounds. */
const NUDGES = [
  { key: 'ArrowLeft', label: 'Move left', Icon: IconArrowLeft },
  { key: 'ArrowUp', label: 'Move up', Icon: IconArrowUp },
  { key: 'ArrowDown', label: 'Move down', Icon: IconArrowDown },
  { key: 'ArrowRight', label: 'Move right', Icon: IconArrowRight },
] as const
const NUDGE_PX = 8

const MIDDLE = { x: 0, y: 0 }

/** Chooses a picture, crops it to a circle, and uploads it. */
export default function PictureDialog({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const call = useCall()
  const { online } = useSyncStatus()
  const { syncNow } = usePendingActions()
  const { busy, run } = useBusy()
  const [url, setUrl] = useState<string | null>(null)
  const [place, setPlace] = useState(MIDDLE)
  const [zoom, setZoom] = useState(1)
  const [problem, setProblem] = useState<string | null>(null)
  const area = useRef<CropArea | null>(null)
  const zoomId = useId()
  const cropper = useRef<HTMLDivElement>(null)
  const nudge = (key: string) =>
    cropper.current?.querySelector('[tabindex]')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url])

  const choose = (file: File | null) => {
    if (!file) return
    const wrong = problemOfFile(file)
    setProblem(wrong)
    if (wrong !== null) return
    area.current = null
    setPlace(MIDDLE)
    setZoom(1)
    setUrl(URL.createObjectURL(file))
  }
  const failed = () => {
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
        await call(uploadProfileImage, { body: { profileImage: await cropPicture(url, crop) } })
      } catch (thrown) {
        console.warn('the picture was not uploaded', thrown)
        return setProblem(UPLOAD_FAILED)
      }
      void syncNow()
      onDone()
    })
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
          <>
            <div ref={cropper} className={classes.cropper}>
              <Cropper
                image={url}
                crop={place}
                zoom={zoom}
                minZoom={CROP_ZOOM.min}
                maxZoom={CROP_ZOOM.max}
                aspect={1}
                cropShape="round"
                showGrid={false}
                // a picture smaller than the circle may lie anywhere in it
                restrictPosition={zoom >= 1}
                onCropChange={setPlace}
                onZoomChange={setZoom}
                onCropAreaChange={(_percent, pixels) => {
                  area.current = pixels
                }}
                mediaProps={{ onError: failed, alt: 'The chosen picture' }}
                keyboardStep={NUDGE_PX}
                cropperProps={{ 'aria-label': 'Move the picture with the arrow keys' }}
              />
            </div>
            <div className={classes.zoom}>
              <label htmlFor={zoomId}>Zoom</label>
              <input
                id={zoomId}
                type="range"
                min={CROP_ZOOM.min}
                max={CROP_ZOOM.max}
                step={0.05}
                value={zoom}
                onChange={(event) => setZoom(Number(event.currentTarget.value))}
              />
            </div>
            <Group gap="xs" justify="center">
              {NUDGES.map(({ key, label, Icon }) => (
                <ActionIcon key={key} variant="default" aria-label={label} onClick={() => nudge(key)}>
                  <Icon aria-hidden />
                </ActionIcon>
              ))}
            </Group>
          </>
        )}
        <FormProblem text={problem} onClear={() => setProblem(null)} />
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
