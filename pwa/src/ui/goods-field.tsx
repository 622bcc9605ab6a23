import type { Goods } from '@shop/shared/sales/rules/returned-pieces.ts'
import { ChoiceField } from './choice-field.tsx'
import { GOODS } from './goods-words.ts'

const CHOICES = (Object.keys(GOODS) as Goods[]).map((value) => ({
  value,
  label: GOODS[value].label,
  description: GOODS[value].effect,
}))

/** Asks where the goods of a sale are that is about to be undone. */
export const GoodsField = ({ value, onChange }: { readonly value: Goods; readonly onChange: (value: Goods) => void }) => (
  <ChoiceField label="Where are the goods now?" value={value} choices={CHOICES} onChange={onChange} />
)
