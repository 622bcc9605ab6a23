import { listMarketplaceItems } from '@shop/shared/trades/calls/marketplace.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readMarketplace } from '../listing.ts'

/** GET /marketplace/items. */
export const listMarketplaceItemsCall = implementCall(listMarketplaceItems, ({ query, actor, platform }) =>
  readMarketplace(platform.db, { uid: actor.uid, ...query }),
)
