import { Table } from '@mantine/core'
import { type ColumnMapping, IMPORT_FIELDS } from '@shop/shared/inventory/rules/import-columns.ts'
import { readCsvCell } from '@shop/shared/kernel/csv.ts'
import { grouped } from '../../ui/counted.ts'
import { Section } from '../../ui/page.tsx'
import classes from '../inventory.module.css'
import type { FileContent } from './read-file.ts'

const PREVIEW_ROWS = 5

/** The first rows as the import reads them. */
export function PreviewSection({ content, mapping }: { content: FileContent; mapping: ColumnMapping }) {
  const fields = IMPORT_FIELDS.filter(({ field }) => mapping[field] !== undefined)
  return (
    <Section title="Preview" description={`The first rows of ${grouped(content.rows.length)}.`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls sideways */}
      <section className={classes.preview} aria-label="First rows" tabIndex={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Line</Table.Th>
              {fields.map(({ field, label }) => (
                <Table.Th key={field}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {content.rows.slice(0, PREVIEW_ROWS).map(({ line, cells }) => (
              <Table.Tr key={line}>
                <Table.Td>{line}</Table.Td>
                {fields.map(({ field }) => (
                  <Table.Td key={field} className={classes.previewCell}>
                    {readCsvCell((cells[mapping[field] ?? -1] ?? '').trim())}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Section>
  )
}
