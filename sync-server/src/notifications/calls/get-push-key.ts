import { getPushKey } from '@shop/shared/notifications/calls.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Notifications } from '../notifications.ts'
import { countDevices } from '../subscriptions.ts'

/** GET /notifications/push. */
export const getPushKeyCall = ({ publicKey }: Notifications) =>
  implementCall(getPushKey, async ({ actor, platform }) => ({ publicKey, devices: await countDevices(platform.db, actor.uid) }))
