import { NativeSelect, SimpleGrid, Text } from '@mantine/core'
import type { ItemFieldName } from '@shop/shared/inventory/fields.ts'
import { type ColumnMapping, IMPORT_FIELDS, missingColumns } from '@shop/shared/inventory/rules/import-columns.ts'
import { counted } from '../../ui/counted.ts'
import { Section } from '../../ui/page.tsx'
import type { FileContent } from './read-file.ts'

type Props = { content: FileContent; mapping: ColumnMapping; onChange: (mapping: ColumnMapping) => void }

const NONE = ''
const SAMPLE_LENGTH = 24

/** Assigns columns to fields: guessed from the headers, changeable by hand. */
export function MappingSection({ content, mapping, onChange }: Props) {
  const options = [
    { value: NONE, label: 'Not in this file' },
    ...content.headers.map((header, index) => ({ value: `${index}`, label: header || `Column ${index + 1}` })),
  ]
  const choose = (field: ItemFieldName, value: string) => {
    const next: ColumnMapping = { ...mapping }
    if (value === NONE) delete next[field]
    else next[field] = Number(value)
    onChange(next)
  }
  const missing = missingColumns(mapping)
  return (
    <Section title="Columns" description={content.known ? knownWords(content.known) : 'Which column of the file fills which field.'}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {IMPORT_FIELDS.map(({ field, label, required }) => (
          <NativeSelect
            key={field}
            label={label}
            withAsterisk={required}
            data={options}
            value={mapping[field] === undefined ? NONE : `${mapping[field]}`}
            error={required && mapping[field] === undefined ? 'Please choose a column' : undefined}
            description={sampleOf(content, mapping[field])}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            onChange={({ currentTarget: { value } }) => choose(field, value)}
          />
        ))}
      </SimpleGrid>
      {missing.length > 0 && <Text role="alert">{`Please choose a column for: ${missing.join(', ')}.`}</Text>}
    </Section>
  )
}

const knownWords = ({ program, leftOut }: NonNullable<FileContent['known']>) =>
  `This looks like an export of ${program}. Variants have their options in the name, and goods without a barcode have their SKU.${
    leftOut > 0 ? ` ${counted(leftOut, 'row')} with only a further picture will not be taken.` : ''
  }`

/** The first value of that column, which exposes a wrong guess. */
function sampleOf({ rows }: FileContent, column: number | undefined): string | undefined {
  if (column === undefined) return undefined
  const sample = rows.slice(0, 200).find(({ cells }) => (cells[column] ?? '').trim() !== '')?.cells[column]
  if (sample === undefined) return 'Empty in the first rows'
  return `Such as: ${sample.trim().length > SAMPLE_LENGTH ? `${sample.trim().slice(0, SAMPLE_LENGTH)}…` : sample.trim()}`
}
