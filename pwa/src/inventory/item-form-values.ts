import type { ItemFieldName } from '@shop/shared/inventory/fields.ts'
import type { CategoryIds } from '@shop/shared/inventory/rules/categories.ts'
import { type CategoryNames, readTexts, writtenTexts } from '@shop/shared/inventory/rules/entered-texts.ts'
import { BLANK_ITEM_TEXTS, itemTextsOf } from '@shop/shared/inventory/rules/item-texts.ts'
import { promisedOf } from '@shop/shared/inventory/rules/recent-moves.ts'
import { type Item, type ItemChanges, type ItemTexts, MAX_QUANTITY, quantitySchema, shownQuantity } from '@shop/shared/inventory/schema.ts'

/** The item form as typed. Every value stays text until the form is submitted, so that an error loses no input. */
export type ItemFormValues = Record<ItemFieldName, string>

export const EMPTY_ITEM_FORM: ItemFormValues = { ...writtenTexts(BLANK_ITEM_TEXTS, String), quantity: '0' }

export const formValuesOf = (item: Item, categoryName: CategoryNames): ItemFormValues => ({
  ...writtenTexts(item, categoryName),
  quantity: formQuantityOf(item, false),
})

export type FieldErrors<Values> = Partial<Record<keyof Values, string>>

export type CheckedItemForm =
  | { readonly ok: true; readonly texts: ItemTexts; readonly quantity: number }
  | { readonly ok: false; readonly errors: FieldErrors<ItemFormValues> }

/** A typed whole number such as '12', ' 12 ' or '1,200'; undefined for any other text. */
export function parseWhole(text: string): number | undefined {
  const plain = text.trim().replaceAll(',', '')
  return /^-?\d{1,15}$/.test(plain) ? Number(plain) : undefined
}

export function checkItemForm(values: ItemFormValues, categoryId: CategoryIds): CheckedItemForm {
  const errors: FieldErrors<ItemFormValues> = {}
  const { texts, problems } = readTexts(values, categoryId)
  for (const { name, message } of problems) errors[name] ??= message
  const quantity = checkQuantity(values.quantity)
  if (typeof quantity === 'string') errors.quantity = quantity
  return texts && typeof quantity === 'number' ? { ok: true, texts, quantity } : { ok: false, errors }
}

/** The quantity, or its error message. */
export function checkQuantity(typed: string): number | string {
  if (typed.trim() === '') return 'Please enter a quantity'
  const parsed = quantitySchema.safeParse(parseWhole(typed) ?? Number.NaN)
  return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? `Quantity must be between 0 and ${MAX_QUANTITY}`)
}

/** Only the texts that differ from the item as it was when the form opened, so that two people can edit different fields. A category that the form
 *  could not show stays. */
export function changedTexts(before: Item, after: ItemTexts, categoryName: CategoryNames): ItemChanges {
  const texts = itemTextsOf(before)
  const was = categoryName(texts.categoryId) === '' ? { ...texts, categoryId: '' } : texts
  return Object.fromEntries(Object.entries(after).filter(([key, value]) => value !== was[key as keyof ItemTexts]))
}

/** The quantity in an untouched form of this item: for a count what the books have on the shelf, with what is promised to orders. */
export const formQuantityOf = (item: Item, isRecount: boolean): string =>
  `${isRecount ? Math.max(0, item.stockCount + promisedOf(item)) : shownQuantity(item)}`

/** The arguments of `inventory.edit` for a checked form; null when nothing changed. `typed`: the quantity as it stands in the form. */
export function editOf(
  item: Item,
  { texts, quantity }: { texts: ItemTexts; quantity: number },
  { typed, isRecount, categoryName }: { typed: string; isRecount: boolean; categoryName: CategoryNames },
) {
  const changes = changedTexts(item, texts, categoryName)
  const edit = { id: item.id, changes }
  if (isRecount) return { ...edit, countedQuantity: quantity }
  if (typed !== formQuantityOf(item, false)) return { ...edit, quantityDelta: quantity - item.stockCount }
  return Object.keys(changes).length > 0 ? edit : null
}
