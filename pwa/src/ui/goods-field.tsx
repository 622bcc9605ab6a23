import type { Goods } from '@shop/shared/sales/rules/returned-pieces.ts'
import { ChoiceField } from './choice-field.tsx'
import { GOODS } from './goods-words.ts'

const CHOICES = (Object.keys(GOODS) as Goods[]).map((value) => ({
  value,
  label: GOODS[value].label,
  description: GOODS[value].effect,
}))

type Props = { readonly value: Goods; readonly onChange: (value: Goods) => void; readonly isFirst?: boolean }

/** Asks where the goods of a sale are that is about to be undone. */
export const GoodsField = (props: Props) => <ChoiceField label="Where are the goods now?" choices={CHOICES} {...props} />
