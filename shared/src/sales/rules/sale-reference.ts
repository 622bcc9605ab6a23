import * as z from 'zod/mini'
import { idSchema } from '../../kernel/ids.ts'
import { MAX_LINES, type RungUpSale } from '../../pos/schema.ts'

/** Arguments that name a POS sale and the items and consignors of its lines, so that the server can fetch and lock them. `saleReferenceOf` makes
 *  these arguments. */
export const saleReferenceSchema = z.object({
  saleId: idSchema,
  itemIds: z.array(idSchema).check(z.maxLength(MAX_LINES)),
  consignorIds: z.array(idSchema).check(z.maxLength(MAX_LINES)),
})
/** Arguments that name a POS sale, its items and its consignors. */
export type SaleReference = z.infer<typeof saleReferenceSchema>

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

/** Names a sale, its items and its consignors. */
export function saleReferenceOf(sale: Pick<RungUpSale, 'id' | 'lines'>): SaleReference {
  return {
    saleId: sale.id,
    itemIds: distinct(sale.lines.map((line) => line.itemId)),
    consignorIds: distinct(sale.lines.map((line) => line.consignorId)),
  }
}
