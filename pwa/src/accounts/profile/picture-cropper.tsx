import { ActionIcon, Group } from '@mantine/core'
import { CROP_ZOOM } from '@shop/shared/images/rules.ts'
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import type { CropArea } from './crop-picture.ts'
import classes from './profile.module.css'

/** Buttons for people who cannot drag (WCAG 2.5.7). Each press sends an arrow key to the cropper, which keeps the picture within bounds. */
const NUDGES = [
  { key: 'ArrowLeft', label: 'Move left', Icon: IconArrowLeft },
  { key: 'ArrowUp', label: 'Move up', Icon: IconArrowUp },
  { key: 'ArrowDown', label: 'Move down', Icon: IconArrowDown },
  { key: 'ArrowRight', label: 'Move right', Icon: IconArrowRight },
] as const
const NUDGE_PX = 8

const MIDDLE = { x: 0, y: 0 }

type Props = {
  readonly url: string
  /** Called after every move and zoom. `area` is the square section of the picture around the circle. */
  readonly onArea: (area: CropArea) => void
  /** Called when the browser cannot decode the file. */
  readonly onUnreadable: () => void
}

/** Moves and zooms a picture under a circle by pointer, keys or buttons. */
export function PictureCropper({ url, onArea, onUnreadable }: Props) {
  const [place, setPlace] = useState(MIDDLE)
  const [zoom, setZoom] = useState(1)
  const zoomId = useId()
  const cropper = useRef<HTMLDivElement>(null)
  const nudge = (key: string) =>
    cropper.current?.querySelector('[tabindex]')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  return (
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
          // a picture smaller than the circle may be anywhere inside it
          restrictPosition={zoom >= 1}
          onCropChange={setPlace}
          onZoomChange={setZoom}
          onCropAreaChange={(_percent, pixels) => onArea(pixels)}
          mediaProps={{ onError: onUnreadable, alt: 'The chosen picture' }}
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
  )
}
