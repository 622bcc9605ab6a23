import type { Accounts } from '../accounts/accounts.ts'
import { accountsCalls } from '../accounts/calls.ts'
import type { Analytics } from '../analytics/analytics.ts'
import { analyticsCalls } from '../analytics/calls.ts'
import { brandsCalls } from '../brands/calls.ts'
import type { Variants } from '../brands/variants.ts'
import type { Bot } from '../chat/bot.ts'
import { chatCalls } from '../chat/calls.ts'
import { imagesCalls } from '../images/calls.ts'
import type { PictureFinder } from '../images/extract/picture-finder.ts'
import { inventoryCalls } from '../inventory/calls.ts'
import { mailCalls } from '../mail/calls.ts'
import type { Mail } from '../mail/mail.ts'
import { notificationsCalls } from '../notifications/calls.ts'
import type { Notifications } from '../notifications/notifications.ts'
import { payoutsCalls } from '../payouts/calls.ts'
import type { CallImplementation } from '../platform/http/implement-call.ts'
import type { Pictures } from '../platform/kernel/pictures.ts'
import type { BooksChecker } from '../sales/books-check.ts'
import { salesCalls } from '../sales/calls.ts'
import { settingsCalls } from '../settings/calls.ts'
import { shipmentsCalls } from '../shipments/calls.ts'
import { tradesCalls } from '../trades/calls.ts'

/** What the handlers work with besides the platform. */
export type Features = {
  readonly accounts: Accounts
  readonly mail: Mail
  readonly pictures: Pictures
  readonly pictureFinder: PictureFinder
  readonly variants: Variants
  readonly bot: Bot | undefined
  readonly notifications: Notifications
  readonly analytics: Analytics
  readonly books: BooksChecker
}

/** The handler of every call of the registry; a test holds the two lists together. */
export const implementations = (features: Features): readonly CallImplementation[] => [
  ...accountsCalls(features),
  ...brandsCalls(features),
  ...inventoryCalls,
  ...imagesCalls(features),
  ...mailCalls(features),
  ...salesCalls(features),
  ...analyticsCalls(features),
  ...settingsCalls,
  ...payoutsCalls,
  ...chatCalls(features),
  ...notificationsCalls({ ...features, sessionOf: (request) => features.accounts.sessions.idOf(request) }),
  ...shipmentsCalls,
  ...tradesCalls(features),
]
