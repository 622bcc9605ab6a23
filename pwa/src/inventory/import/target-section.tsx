import { Radio, SegmentedControl, Stack, TextInput } from '@mantine/core'
import type { ImportMode } from '@shop/shared/inventory/commands/import-items.ts'
import { Section } from '../../ui/page.tsx'
import { type ConsignorChoice, ConsignorField } from '../consignor-field.tsx'
import { checkQuantity } from '../item-form-values.ts'

export type ImportTarget = {
  readonly owner: 'master' | 'consignor'
  readonly consignor: ConsignorChoice
  readonly mode: ImportMode
  readonly quantity: string
}

type Props = { target: ImportTarget; onChange: (changes: Partial<ImportTarget>) => void; hasQuantityColumn: boolean }

const OWNERS = [
  { value: 'master', label: 'Master inventory' },
  { value: 'consignor', label: 'A consignor' },
]

const MODES: readonly { mode: ImportMode; label: string; description: string }[] = [
  {
    mode: 'skip',
    label: 'Skip',
    description: 'Leave the item as it is. When the file has a barcode several times, only its first row comes in.',
  },
  { mode: 'update', label: 'Update', description: 'Fill in the file’s texts and add its quantity to the stock.' },
  { mode: 'add', label: 'Add', description: 'Add another item beside it.' },
]

export function targetProblem({ owner, consignor, quantity }: ImportTarget): string | undefined {
  if (owner === 'consignor' && consignor.uid === null)
    return consignor.text.trim() === '' ? 'Please select a consignor' : 'Please select a user from the dropdown'
  const checked = checkQuantity(quantity)
  return typeof checked === 'string' ? checked : undefined
}

export function TargetSection({ target, onChange, hasQuantityColumn }: Props) {
  const quantity = checkQuantity(target.quantity)
  return (
    <Section title="Where to">
      <SegmentedControl
        aria-label="Inventory"
        data={OWNERS}
        value={target.owner}
        onChange={(owner) => onChange({ owner: owner as ImportTarget['owner'] })}
        w="max-content"
      />
      {target.owner === 'consignor' && (
        <ConsignorField label="Consignor" required value={target.consignor} onChange={(consignor) => onChange({ consignor })} />
      )}
      <Radio.Group
        label="When this inventory already holds the barcode"
        value={target.mode}
        onChange={(mode) => onChange({ mode: mode as ImportMode })}
      >
        <Stack gap="xs" mt="xs">
          {MODES.map(({ mode, label, description }) => (
            <Radio key={mode} value={mode} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={hasQuantityColumn ? 'Quantity where the file names none' : 'Quantity of each item'}
        inputMode="numeric"
        value={target.quantity}
        error={typeof quantity === 'string' ? quantity : undefined}
        onChange={({ currentTarget: { value } }) => onChange({ quantity: value })}
      />
    </Section>
  )
}
