import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { categoryNameSchema } from '@shop/shared/inventory/rules/categories.ts'
import { ITEM_LIMITS, type Item } from '@shop/shared/inventory/schema.ts'
import { formatCents } from '@shop/shared/kernel/money.ts'
import { type FormEvent, useRef, useState } from 'react'
import { FormFoot } from '../../ui/form-foot.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useAddCategory, useCategories } from '../../ui/use-categories.ts'
import { focusFirstWrong } from '../../ui/use-shop-form.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { CategoryInput } from '../category-input.tsx'
import {
  categoryEdits,
  changedPrice,
  type ItemEdit,
  locationEdits,
  type PriceChange,
  type PriceChangeKind,
  priceEdits,
  readPriceChange,
} from './item-edits.ts'
import { itemsWords } from './use-bulk-work.ts'

/** Number of items that a form shows as examples. */
const EXAMPLES = 3

const KINDS: readonly { readonly value: PriceChangeKind; readonly label: string }[] = [
  { value: 'set', label: 'Set to' },
  { value: 'raise', label: 'Raise by %' },
  { value: 'lower', label: 'Lower by %' },
]

export type BulkFormProps = {
  readonly chosen: readonly Item[]
  readonly onClose: () => void
  /** `words`: the message about this many changed items. */
  readonly onSubmit: (edits: readonly ItemEdit[], words: (count: number) => string) => void
}

export function BulkPriceForm({ chosen, onClose, onSubmit }: BulkFormProps) {
  const [kind, setKind] = useState<PriceChangeKind>('set')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const read = readPriceChange(kind, text)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if ('problem' in read) focusFirstWrong(form.current, () => setProblem(read.problem))
    else onSubmit(priceEdits(chosen, read.change), (count) => `Price of ${itemsWords(count)} changed`)
  }
  const edit = (apply: () => void) => {
    setProblem(null)
    apply()
  }
  return (
    <FormModal title={`Price of ${itemsWords(chosen.length)}`} onClose={onClose}>
      <form ref={form} onSubmit={save} noValidate>
        <Stack>
          <SegmentedControl
            aria-label="How the price changes"
            data={[...KINDS]}
            value={kind}
            onChange={(value) => edit(() => setKind(value as PriceChangeKind))}
          />
          <TextInput
            label={kind === 'set' ? 'New price' : 'Percentage'}
            withAsterisk
            inputMode="decimal"
            data-autofocus
            {...(kind === 'set' ? { leftSection: '$' } : { rightSection: '%' })}
            value={text}
            error={problem}
            onChange={({ currentTarget: { value } }) => edit(() => setText(value))}
          />
          {'change' in read && <Examples chosen={chosen} change={read.change} />}
          <FormFoot problem={null} onClear={onClose} onCancel={onClose} busy={false} label={`Change ${itemsWords(chosen.length)}`} />
        </Stack>
      </form>
    </FormModal>
  )
}

/** The first items before and after, and the number that stays without a price. */
function Examples({ chosen, change }: { readonly chosen: readonly Item[]; readonly change: PriceChange }) {
  const unpriced = chosen.filter((item) => changedPrice(item.priceCents, change) === null).length
  const shown = chosen.filter((item) => changedPrice(item.priceCents, change) !== null).slice(0, EXAMPLES)
  return (
    <Stack gap={0} aria-live="polite">
      {shown.map((item) => {
        const after = changedPrice(item.priceCents, change)
        const before = item.priceCents === null ? 'no price' : formatCents(item.priceCents)
        return (
          <Text key={item.id} size="sm" c="dimmed" lineClamp={1}>
            {`${item.itemName}: ${before} → ${after === null ? '' : formatCents(after)}`}
          </Text>
        )
      })}
      {unpriced > 0 && <Text size="sm">{`${itemsWords(unpriced)} without a price ${unpriced === 1 ? 'stays' : 'stay'} without one.`}</Text>}
    </Stack>
  )
}

export function BulkLocationForm({ chosen, onClose, onSubmit }: BulkFormProps) {
  const [location, setLocation] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(locationEdits(chosen, location.trim()), (count) => `Location of ${itemsWords(count)} changed`)
  }
  return (
    <FormModal title={`Location of ${itemsWords(chosen.length)}`} onClose={onClose}>
      <form onSubmit={save} noValidate>
        <Stack>
          <TextInput
            label="New location"
            description="Empty takes the location away."
            maxLength={ITEM_LIMITS.location}
            autoComplete="off"
            data-autofocus
            value={location}
            onChange={({ currentTarget: { value } }) => setLocation(value)}
          />
          <FormFoot problem={null} onClear={onClose} onCancel={onClose} busy={false} label={`Change ${itemsWords(chosen.length)}`} />
        </Stack>
      </form>
    </FormModal>
  )
}

export function BulkCategoryForm({ chosen, onClose, onSubmit }: BulkFormProps) {
  const [name, setName] = useState('')
  const categories = useCategories()
  const addCategory = useAddCategory(categories)
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')
  const form = useRef<HTMLFormElement>(null)
  const parsed = categoryNameSchema.safeParse(name)
  const [isWrong, setWrong] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !parsed.success) {
      focusFirstWrong(form.current, () => setWrong(true))
      return
    }
    const categoryId = parsed.success ? categories.idOf(parsed.data) : ''
    if (!(await submit(() => addCategory(categoryId, name)))) return
    onSubmit(categoryEdits(chosen, categoryId), (count) => `Category of ${itemsWords(count)} changed`)
  }
  return (
    <FormModal title={`Category of ${itemsWords(chosen.length)}`} onClose={onClose}>
      <form ref={form} onSubmit={(event) => void save(event)} noValidate>
        <Stack>
          <CategoryInput
            label="New category"
            description="Empty takes the category away."
            data-autofocus
            value={name}
            error={isWrong && parsed.error?.issues[0]?.message}
            onText={(text) => {
              changed()
              setWrong(false)
              setName(text)
            }}
          />
          <FormFoot problem={problem} onClear={forget} onCancel={onClose} busy={busy} label={`Change ${itemsWords(chosen.length)}`} />
        </Stack>
      </form>
    </FormModal>
  )
}
