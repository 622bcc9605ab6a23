import { enteredBarcode } from '@shop/shared/inventory/rules/barcodes.ts'
import { type Item, type ItemTexts, itemTextsSchema, MAX_QUANTITY, quantitySchema } from '@shop/shared/inventory/schema.ts'
import { parseDollars, plainDollars } from '@shop/shared/kernel/money.ts'

/** The item form as typed: everything is text until it is checked, so nothing a person typed is lost by an error. */
export type ItemFormValues = {
  itemName: string
  listingTitle: string
  barcode1: string
  barcode2: string
  location: string
  link: string
  imageUrl: string
  price: string
  quantity: string
}

/** A new item: quantity 0 (spec §9). */
export const EMPTY_ITEM_FORM: ItemFormValues = {
  itemName: '',
  listingTitle: '',
  barcode1: '',
  barcode2: '',
  location: '',
  link: '',
  imageUrl: '',
  price: '',
  quantity: '0',
}

/** An item as its form shows it. */
export function formValuesOf(item: Item, shownQuantity: number): ItemFormValues {
  return {
    itemName: item.itemName,
    listingTitle: item.listingTitle,
    barcode1: item.barcode1,
    barcode2: item.barcode2,
    location: item.location,
    link: item.link,
    imageUrl: item.imageUrl,
    price: item.priceCents === null ? '' : plainDollars(item.priceCents),
    quantity: `${shownQuantity}`,
  }
}

/** Wrong fields with their sentences. */
export type FieldErrors<Values> = Partial<Record<keyof Values, string>>

/** What the form says once it is right, or what is wrong with it. */
export type CheckedItemForm =
  | { readonly ok: true; readonly texts: ItemTexts; readonly quantity: number }
  | { readonly ok: false; readonly errors: FieldErrors<ItemFormValues> }

/** A whole number as typed, undefined when it is none: '12', ' 12 ', '1,200'. */
export function parseWhole(text: string): number | undefined {
  const plain = text.trim().replaceAll(',', '')
  return /^-?\d{1,15}$/.test(plain) ? Number(plain) : undefined
}

/** Checks the item form (spec §5 Item form). */
export function checkItemForm(values: ItemFormValues): CheckedItemForm {
  const errors: FieldErrors<ItemFormValues> = {}
  const price = values.price.trim() === '' ? null : parseDollars(values.price)
  if (price === undefined) errors.price = 'Please enter a price such as 12.50'
  else if (price === 0) errors.price = 'The price must be greater than 0'
  const { quantity: typedQuantity, price: _price, ...texts } = values
  const parsed = itemTextsSchema.safeParse({
    ...texts,
    barcode1: enteredBarcode(texts.barcode1),
    barcode2: enteredBarcode(texts.barcode2),
    priceCents: errors.price ? null : price,
  })
  if (!parsed.success)
    for (const issue of parsed.error.issues) {
      const field = issue.path[0] === 'priceCents' ? 'price' : (issue.path[0] as keyof ItemFormValues)
      errors[field] ??= issue.message
    }
  const quantity = checkQuantity(typedQuantity)
  if (typeof quantity === 'string') errors.quantity = quantity
  if (parsed.success && typeof quantity === 'number' && Object.keys(errors).length === 0) return { ok: true, texts: parsed.data, quantity }
  return { ok: false, errors }
}

/** The quantity as a number, or the sentence about what is wrong with it. */
export function checkQuantity(typed: string): number | string {
  if (typed.trim() === '') return 'Please enter a quantity'
  const parsed = quantitySchema.safeParse(parseWhole(typed) ?? Number.NaN)
  return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? `Quantity must be between 0 and ${MAX_QUANTITY}`)
}

/** Only the texts that differ from the item as it was when the form opened: two people editing different fields both win (design §4 Stock). */
export function changedTexts(before: Item, after: ItemTexts): Partial<ItemTexts> {
  const changes: Partial<Record<keyof ItemTexts, unknown>> = {}
  for (const field of Object.keys(after) as (keyof ItemTexts)[]) if (after[field] !== before[field]) changes[field] = after[field]
  return changes as Partial<ItemTexts>
}
