import type { TextInputProps } from '@mantine/core'
import { categoryKey } from '@shop/shared/inventory/rules/categories.ts'
import { SuggestInput } from '../ui/suggest-input.tsx'
import { useCategories } from '../ui/use-categories.ts'

type Props = Pick<TextInputProps, 'label' | 'description' | 'error'> & {
  readonly 'data-autofocus'?: true
  readonly value: string
  readonly onText: (name: string) => void
}

/** A field for the name of a category, known or new. */
export function CategoryInput({ value, onText, ...input }: Props) {
  const { list } = useCategories()
  const wanted = categoryKey(value)
  const named = list.find(({ name }) => categoryKey(name) === wanted)
  // after a choice, all others are still to choose from
  const found = named ? list : list.filter(({ name }) => categoryKey(name).includes(wanted))
  const isNew = wanted !== '' && !named
  return (
    <SuggestInput
      {...input}
      value={value}
      onText={onText}
      suggestions={isNew ? [...found, { id: '', name: `Add “${value.trim()}”` }] : found}
      pickedId={named?.id ?? null}
      onPick={(id) => onText(list.find((one) => one.id === id)?.name ?? value.trim())}
      nothing="Type the name of the first category"
      listLabel="Categories"
    />
  )
}
