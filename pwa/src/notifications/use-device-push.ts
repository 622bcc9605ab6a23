import { Refusal } from '@shop/shared/kernel/errors.ts'
import { checkPush, getPushKey, subscribePush, unsubscribePush } from '@shop/shared/notifications/calls.ts'
import { useCallback, useEffect, useState } from 'react'
import { useCall, useSyncStatus } from '../sync/api.ts'
import { useBusy } from '../ui/use-busy.ts'
import { askPermission, currentSubscription, isForbidden, PushServiceProblem, pushObstacle, subscribeDevice } from './device-push.ts'

/** Whether this device is told: `loading` until it is known, `blocked` by the browser's settings. */
export type DevicePushState = 'loading' | 'off' | 'on' | 'blocked'

/** Notifications on this device: whether they are on, and the switch. */
export function useDevicePush() {
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
    // without network, what was true last
    if (!online) return setState('on')
    setState((before) => (before === 'loading' ? 'on' : before))
    const { isSubscribed } = await call(checkPush, { body: { endpoint: subscription.endpoint } })
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
  // the permission is changed in the browser's own settings
  useEffect(() => {
    const onFocus = () => obstacle === null && void attempt(look)
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [obstacle, attempt, look])

  const turnOn = () =>
    attempt(async () => {
      if (!(await askPermission())) return setState(isForbidden() ? 'blocked' : 'off')
      const { publicKey } = await call(getPushKey, {})
      const subscription = await subscribeDevice(publicKey)
      await call(subscribePush, { body: { ...subscription, publicKey } })
      setState('on')
    })
  const turnOff = () =>
    attempt(async () => {
      const subscription = await currentSubscription()
      if (subscription) {
        await call(unsubscribePush, { body: { endpoint: subscription.endpoint } })
        await subscription.unsubscribe()
      }
      setState('off')
    })
  return { obstacle, state, problem, busy, online, turn: (on: boolean) => run(on ? turnOn : turnOff) }
}
