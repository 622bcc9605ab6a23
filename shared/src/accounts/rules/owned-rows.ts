import { items } from '../../inventory/schema.ts'
import type { AnyCollection } from '../../kernel/define-command.ts'
import { payouts } from '../../payouts/schema.ts'
import { sales } from '../../sales/schema.ts'
import { postalLabels } from '../../shipments/label-schema.ts'
import { shipments } from '../../shipments/schema.ts'
import { autoPrices, offers, trades } from '../../trades/schema.ts'
import { addresses } from '../schema.ts'

/** Collections whose rows move with a migrated account, with the field of the owner. The migration moves balances and the lines of POS sales
 *  separately. */
export const OWNED_ROWS: readonly { readonly collection: AnyCollection; readonly field: string; readonly name: string }[] = [
  { collection: items, field: 'consignorId', name: 'items' },
  { collection: sales, field: 'consignorId', name: 'sales' },
  { collection: payouts, field: 'uid', name: 'payouts' },
  { collection: shipments, field: 'uid', name: 'shipments' },
  { collection: postalLabels, field: 'uid', name: 'postalLabels' },
  { collection: addresses, field: 'uid', name: 'addresses' },
  { collection: trades, field: 'buyerUid', name: 'trades' },
  { collection: offers, field: 'sellerUid', name: 'offers' },
  { collection: autoPrices, field: 'uid', name: 'autoPrices' },
]
