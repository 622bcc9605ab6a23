import { Switch } from '@mantine/core'
import type { PushObstacle } from './device-push.ts'
import { useDevicePush } from './use-device-push.ts'

const WHAT = 'On this device, also while the app is closed: when something of yours is sold or paid out'

const OBSTACLES: Readonly<Record<PushObstacle, string>> = {
  insecure: 'Notifications need the app to be opened over HTTPS.',
  notInstalled: 'On an iPhone or iPad the app has to be installed first: tap Share, then Add to Home Screen, and open it from there.',
  unsupported: 'This browser cannot show notifications of the shop. Another one may, such as Chrome, Edge, Firefox or Safari.',
}

/** Switches notifications on this device on and off, and says why where it cannot. */
export function DeviceSwitch() {
  const { obstacle, state, problem, busy, online, turn } = useDevicePush()
  const isBlocked = state === 'blocked'
  const description =
    obstacle !== null
      ? OBSTACLES[obstacle]
      : isBlocked
        ? 'Notifications of this app are blocked in the browser. Allow them in its settings for this page, then come back here.'
        : online
          ? WHAT
          : `${WHAT}. This can be changed when the server is reached again.`
  return (
    <Switch
      label="Notifications on this device"
      description={description}
      error={problem === null ? undefined : <span role="alert">{problem}</span>}
      checked={state === 'on'}
      disabled={obstacle !== null || isBlocked || state === 'loading' || !online || busy}
      aria-busy={busy || undefined}
      onChange={(event) => void turn(event.currentTarget.checked)}
    />
  )
}
