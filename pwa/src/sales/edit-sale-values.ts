import { parseDollars, plainDollars } from '@shop/shared/kernel/money.ts'
import { type SaleChanges, saleFieldsSchema } from '@shop/shared/sales/commands/edit-sale.ts'
import type { Sale } from '@shop/shared/sales/schema.ts'
import * as z from 'zod/mini'

const { shape } = saleFieldsSchema
const dollars = z.pipe(
  z.string(),
  z.transform((text): number => parseDollars(text) ?? Number.NaN),
)
const whole = z.pipe(
  z.string(),
  z.transform((text): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)),
)

/** The form's texts; each field has the messages of the command's own schema. */
export const editSaleSchema = z.object({
  itemName: shape.itemName,
  soldQuantity: z.pipe(whole, shape.soldQuantity),
  salePriceCents: z.pipe(dollars, shape.salePriceCents),
  shippingCostCents: z.pipe(dollars, shape.shippingCostCents),
  payoutCents: z.pipe(dollars, shape.payoutCents),
})

/** The form as typed. */
export type EditSaleValues = z.input<typeof editSaleSchema>

export const valuesOf = (sale: Sale): EditSaleValues => ({
  itemName: sale.itemName,
  soldQuantity: String(sale.soldQuantity),
  salePriceCents: plainDollars(sale.salePriceCents),
  shippingCostCents: plainDollars(sale.shippingCostCents),
  payoutCents: plainDollars(sale.payoutCents),
})

/** Changes made in this form. `opened` is the sale as it was when the form opened, so that another admin's edit meanwhile survives. */
export const changesOf = (opened: Sale, values: EditSaleValues): SaleChanges =>
  Object.fromEntries(
    Object.entries(editSaleSchema.parse(values)).filter(([field, value]) => value !== opened[field as keyof SaleChanges]),
  ) as SaleChanges
