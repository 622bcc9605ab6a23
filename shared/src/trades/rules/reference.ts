import * as z from 'zod/mini'
import { idSchema } from '../../kernel/ids.ts'

/** Arguments that name a trade (see `TradeReference`). */
export const tradeReference = { tradeId: idSchema, buyerUid: idSchema, barcode: z.string() }

/** Arguments that name an offer of a trade, and the offer's seller. */
export const offerReference = { ...tradeReference, offerId: idSchema, sellerUid: idSchema }
