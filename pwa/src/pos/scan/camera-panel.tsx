import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import { useEffect, useRef, useState } from 'react'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import KeepAwake from '../../ui/keep-awake.tsx'
import { codeOfFrame } from './frame-code.ts'
import classes from './scan.module.css'
import { handScan } from './scan-listeners.ts'
import { SteadyReads } from './steady-reads.ts'

/** Pause between two decoded frames: short enough for a hand, long enough for a tablet's battery. */
const LOOK_EVERY_MS = 120
/** The frame lights up for this long after a scan. */
const HIT_MS = 400

const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'itf'] as const

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

type Props = { readonly onClose: () => void }

/** Shows the camera above the results and beside the cart, and scans until the panel is closed. The decoder comes from our own server. */
export default function CameraPanel({ onClose }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [isLive, setIsLive] = useState(false)
  const [isHit, setIsHit] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts the camera again
  useEffect(() => {
    const stopped = new AbortController()
    setProblem(null)
    setIsLive(false)
    let hit: ReturnType<typeof setTimeout> | undefined
    const onRead = (code: string) => {
      handScan(code)
      setIsHit(true)
      clearTimeout(hit)
      hit = setTimeout(() => setIsHit(false), HIT_MS)
    }
    watch(video.current, stopped.signal, () => setIsLive(true), onRead).catch((thrown: unknown) => {
      if (!stopped.signal.aborted) setProblem(cameraProblem(thrown))
    })
    return () => {
      stopped.abort()
      clearTimeout(hit)
    }
  }, [attempt])

  return (
    <section className={classes.camera} aria-label="Camera scanner">
      {problem === null ? (
        <>
          <video ref={video} className={classes.video} playsInline muted autoPlay />
          <div className={classes.aim} data-hit={isHit || undefined} />
          <KeepAwake />
          {!isLive && <Loader className={classes.cameraWait} />}
        </>
      ) : (
        <div className={classes.cameraProblem} role="alert">
          <span>{problem}</span>
          <Button size="md" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        </div>
      )}
      <div className={classes.cameraBar}>
        <ActionIcon size="lg" variant="default" aria-label="Close the camera" onClick={onClose}>
          <IconX />
        </ActionIcon>
      </div>
    </section>
  )
}

async function watch(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
  onLive: () => void,
  onRead: (code: string) => void,
): Promise<void> {
  if (!video) return
  if (!window.isSecureContext) throw new DOMException('insecure', 'SecurityError')
  if (!('mediaDevices' in navigator)) throw new DOMException('none', 'NotFoundError')
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1_280 }, height: { ideal: 720 } },
  })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    video.srcObject = stream
    await video.play()
    onLive()
    await look(new BarcodeDetector({ formats: [...FORMATS] }), video, signal, onRead)
  } finally {
    stop()
  }
}

async function look(
  detector: BarcodeDetector,
  video: HTMLVideoElement,
  signal: AbortSignal,
  onRead: (code: string) => void,
): Promise<void> {
  const reads = new SteadyReads()
  while (!signal.aborted) {
    if (video.readyState >= video.HAVE_CURRENT_DATA && !document.hidden) {
      const found = await detector.detect(video)
      if (signal.aborted) return
      const code = codeOfFrame(found, video.videoWidth, video.videoHeight)
      for (const read of reads.frame(code === undefined ? [] : [code], performance.now())) onRead(read)
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** Message for a camera that does not scan, with the way out. */
function cameraProblem(thrown: unknown): string {
  const name = thrown instanceof DOMException ? thrown.name : ''
  switch (name) {
    case 'NotAllowedError':
      return 'The camera is not allowed here. Allow it in the browser’s settings for this page, then try again.'
    case 'SecurityError':
      return 'The camera works over HTTPS only. Open the shop by its https:// address; a hand scanner works meanwhile.'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'This device has no camera. A hand scanner works without one.'
    case 'NotReadableError':
    case 'AbortError':
      return 'Another app is using the camera. Close it there, then try again.'
    default:
      return 'The camera scanner could not be loaded. Check the connection, then try again.'
  }
}
