import * as accounts from './accounts/registry.ts'
import * as analytics from './analytics/registry.ts'
import * as brands from './brands/registry.ts'
import * as chat from './chat/registry.ts'
import * as images from './images/registry.ts'
import * as inventory from './inventory/registry.ts'
import type { AnyCall } from './kernel/define-call.ts'
import * as mail from './mail/registry.ts'
import * as notifications from './notifications/registry.ts'
import * as payouts from './payouts/registry.ts'
import * as sales from './sales/registry.ts'
import * as settings from './settings/registry.ts'
import * as shipments from './shipments/registry.ts'
import * as trades from './trades/registry.ts'

/** Every call of the product. */
export const calls: readonly AnyCall[] = [
  accounts.calls,
  brands.calls,
  inventory.calls,
  images.calls,
  sales.calls,
  mail.calls,
  analytics.calls,
  settings.calls,
  payouts.calls,
  chat.calls,
  notifications.calls,
  shipments.calls,
  trades.calls,
].flat()
