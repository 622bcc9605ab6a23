import { accountsCalls } from '../accounts/calls.ts'
import { analyticsCalls } from '../analytics/calls.ts'
import { brandsCalls } from '../brands/calls.ts'
import { chatCalls } from '../chat/calls.ts'
import { faultsCalls } from '../faults/calls.ts'
import { imagesCalls } from '../images/calls.ts'
import { inventoryCalls } from '../inventory/calls.ts'
import { mailCalls } from '../mail/calls.ts'
import { notificationsCalls } from '../notifications/calls.ts'
import { payoutsCalls } from '../payouts/calls.ts'
import type { CallImplementation } from '../platform/http/implement-call.ts'
import { posCalls } from '../pos/calls.ts'
import { salesCalls } from '../sales/calls.ts'
import { settingsCalls } from '../settings/calls.ts'
import { shipmentsCalls } from '../shipments/calls.ts'
import { tradesCalls } from '../trades/calls.ts'
import type { Features } from './features.ts'

/** The handlers of all calls. A test compares this list with the registry. */
export const implementations = (features: Features): readonly CallImplementation[] => [
  ...accountsCalls(features),
  ...brandsCalls(features),
  ...inventoryCalls,
  ...imagesCalls(features),
  ...mailCalls(features),
  ...salesCalls(features),
  ...posCalls,
  ...analyticsCalls(features),
  ...settingsCalls,
  ...faultsCalls,
  ...payoutsCalls,
  ...chatCalls(features),
  ...notificationsCalls({ ...features, sessionOf: (request) => features.accounts.sessions.idOf(request) }),
  ...shipmentsCalls(features),
  ...tradesCalls(features),
]
