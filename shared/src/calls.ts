import * as accounts from './accounts/call-list.ts'
import * as analytics from './analytics/call-list.ts'
import * as brands from './brands/call-list.ts'
import * as chat from './chat/call-list.ts'
import * as faults from './faults/call-list.ts'
import * as images from './images/call-list.ts'
import * as inventory from './inventory/call-list.ts'
import type { AnyCall } from './kernel/define-call.ts'
import * as mail from './mail/call-list.ts'
import * as notifications from './notifications/call-list.ts'
import * as payouts from './payouts/call-list.ts'
import * as pos from './pos/call-list.ts'
import * as sales from './sales/call-list.ts'
import * as settings from './settings/call-list.ts'
import * as shipments from './shipments/call-list.ts'
import * as trades from './trades/call-list.ts'

/** Every call of the product. */
export const calls: readonly AnyCall[] = [
  accounts.calls,
  brands.calls,
  inventory.calls,
  images.calls,
  sales.calls,
  pos.calls,
  mail.calls,
  analytics.calls,
  settings.calls,
  faults.calls,
  payouts.calls,
  chat.calls,
  notifications.calls,
  shipments.calls,
  trades.calls,
].flat()
