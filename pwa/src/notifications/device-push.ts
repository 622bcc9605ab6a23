import { pushSubscriptionSchema } from '@shop/shared/notifications/schema.ts'
import type * as z from 'zod/mini'

/** A reason why this browser gets no notifications. `notInstalled`: an iPhone or iPad needs the app on its home screen first. */
export type PushObstacle = 'unsupported' | 'insecure' | 'notInstalled'

export function pushObstacle(): PushObstacle | null {
  if (!window.isSecureContext) return 'insecure'
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return null
  const isApple = /iphone|ipad/i.test(navigator.userAgent) || (navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1)
  return isApple && !window.matchMedia('(display-mode: standalone)').matches ? 'notInstalled' : 'unsupported'
}

/** True if the person blocks this app's notifications in the browser. */
export const isForbidden = () => Notification.permission === 'denied'

export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** The browser gave no subscription. The message says why. */
export class PushServiceProblem extends Error {
  override readonly name = 'PushServiceProblem'
}

/** Asks for permission; false if the person declines. Call it directly in the tap handler: after any other wait an iPhone does not ask. */
export const askPermission = async (): Promise<boolean> => (await Notification.requestPermission()) === 'granted'

/** Subscribes this device with the shop's key; needs the permission. Throws PushServiceProblem. */
export async function subscribeDevice(publicKey: string): Promise<z.infer<typeof pushSubscriptionSchema>> {
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration?.active)
    throw new PushServiceProblem('The app is not installed in this browser yet. Please reload the page and try again.')
  const before = await registration.pushManager.getSubscription()
  if (before && !isKeyOf(before, publicKey)) await before.unsubscribe()
  try {
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) })
    return pushSubscriptionSchema.parse(subscription.toJSON())
  } catch {
    throw new PushServiceProblem(
      'This browser could not reach its push service, or it is switched off there. Please try again later, or use another browser.',
    )
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

function isKeyOf(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey
  const wanted = bytesOf(publicKey)
  return key !== null && new Uint8Array(key).every((byte, index) => byte === wanted[index])
}
