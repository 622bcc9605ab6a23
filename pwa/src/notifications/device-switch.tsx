import { Switch } from '@mantine/core'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { checkPushCall, getPushKeyCall, subscribePushCall, unsubscribePushCall } from '@shop/shared/notifications/calls.ts'
import { useCallback, useEffect, useState } from 'react'
import { useCall, useSyncStatus } from '../sync/api.ts'
import { useBusy } from '../ui/use-busy.ts'
import {
  askPermission,
  currentSubscription,
  isForbidden,
  type PushObstacle,
  PushServiceProblem,
  pushObstacle,
  subscribeDevice,
} from './device-push.ts'

const TOLD = 'On this device, also while the app is closed: when something of yours is sold or paid out'

const OBSTACLES: Readonly<Record<PushObstacle, string>> = {
  insecure: 'Notifications need the app to be opened over HTTPS.',
  notInstalled: 'On an iPhone or iPad the app has to be installed first: tap Share, then Add to Home Screen, and open it from there.',
  unsupported: 'This browser cannot show notifications of the shop. Another one may, such as Chrome, Edge, Firefox or Safari.',
}

/** Switches this device's notifications on and off, or explains why they are impossible. */
export function DeviceSwitch() {
  const { obstacle, state, problem, busy, online, turn } = useDevicePush()
  const isBlocked = state === 'blocked'
  const description =
    obstacle !== null
      ? OBSTACLES[obstacle]
      : isBlocked
        ? 'Notifications of this app are blocked in the browser. Allow them in its settings for this page, then come back here.'
        : online
          ? TOLD
          : `${TOLD}. This can be changed when the server is reached again.`
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

/** `loading` until the browser has answered; `blocked` when the browser's settings forbid notifications. */
type DevicePushState = 'loading' | 'off' | 'on' | 'blocked'

function useDevicePush() {
  const call = useCall()
  const { online } = useSyncStatus()
  const { busy, run } = useBusy()
  const [obstacle] = useState(pushObstacle)
  const [state, setState] = useState<DevicePushState>('loading')
  const [problem, setProblem] = useState<string | null>(null)

  const look = useCallback(async () => {
    if (isForbidden()) return setState('blocked')
    const subscription = await currentSubscription()
    if (!subscription || Notification.permission !== 'granted') return setState('off')
    // offline only the browser can answer
    if (!online) return setState('on')
    setState((before) => (before === 'loading' ? 'on' : before))
    const { isSubscribed } = await call(checkPushCall, { body: { endpoint: subscription.endpoint } })
    setState(isSubscribed ? 'on' : 'off')
  }, [call, online])

  const attempt = useCallback(async (work: () => Promise<void>) => {
    setProblem(null)
    try {
      await work()
    } catch (thrown) {
      if (!(thrown instanceof Refusal || thrown instanceof PushServiceProblem)) throw thrown
      setProblem(thrown.message)
    }
  }, [])

  useEffect(() => {
    if (obstacle === null) void attempt(look)
  }, [obstacle, attempt, look])
  // the permission changes in the browser's own settings
  useEffect(() => {
    const onFocus = () => obstacle === null && void attempt(look)
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [obstacle, attempt, look])

  const turnOn = () =>
    attempt(async () => {
      if (!(await askPermission())) return setState(isForbidden() ? 'blocked' : 'off')
      const { publicKey } = await call(getPushKeyCall, {})
      const subscription = await subscribeDevice(publicKey)
      await call(subscribePushCall, { body: { ...subscription, publicKey } })
      setState('on')
    })
  const turnOff = () =>
    attempt(async () => {
      const subscription = await currentSubscription()
      if (subscription) {
        await call(unsubscribePushCall, { body: { endpoint: subscription.endpoint } })
        await subscription.unsubscribe()
      }
      setState('off')
    })
  return { obstacle, state, problem, busy, online, turn: (on: boolean) => run(on ? turnOn : turnOff) }
}
