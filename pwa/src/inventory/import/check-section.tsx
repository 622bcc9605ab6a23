import { Button, Progress, SegmentedControl, Text } from '@mantine/core'
import type { ImportMode } from '@shop/shared/inventory/commands/import-items.ts'
import type { ImportProblem } from '@shop/shared/inventory/rules/import-rows.ts'
import type { CsvValue } from '@shop/shared/kernel/csv.ts'
import { useMemo, useState } from 'react'
import { counted } from '../../ui/counted.ts'
import { downloadCsv } from '../../ui/download-csv.ts'
import { Section } from '../../ui/page.tsx'
import { Tag } from '../../ui/tag.tsx'
import classes from '../inventory.module.css'
import type { CheckedFile } from './check-rows.ts'
import { ProblemList } from './problem-list.tsx'

type Props = { checked: CheckedFile | null; part: number; fileName: string; mode: ImportMode }

const KNOWN_TEXT: Readonly<Record<ImportMode, string>> = {
  skip: 'will be skipped',
  update: 'will be updated',
  add: 'will be added once more',
}

const REPEATED_TEXT: Readonly<Record<ImportMode, string>> = {
  skip: 'will be skipped, pieces included',
  update: 'will be added to the item of that row',
  add: 'will be added as further items',
}

/** Number of new categories that the check names. */
const NAMED = 5

const named = (categories: CheckedFile['newCategories']) =>
  [...categories.slice(0, NAMED).map(({ name }) => name), ...(categories.length > NAMED ? ['…'] : [])].join(', ')

export function CheckSection({ checked, part, fileName, mode }: Props) {
  const [shown, setShown] = useState<'all' | 'error' | 'warning'>('all')
  const problems = useMemo(() => checked?.problems.filter((one) => shown === 'all' || one.severity === shown) ?? [], [checked, shown])
  if (!checked)
    return (
      <Section title="Check">
        <Text>Checking every row</Text>
        <Progress value={part * 100} aria-label="Part of the rows that was checked" />
      </Section>
    )
  return (
    <Section title="Check">
      <div className={classes.counts} role="status">
        <Tag tone="good">{counted(checked.rows.length, 'row can be imported', 'rows can be imported')}</Tag>
        {checked.errorRows > 0 && <Tag tone="bad">{counted(checked.errorRows, 'row has an error', 'rows have errors')}</Tag>}
        {checked.warningRows > 0 && <Tag tone="warn">{counted(checked.warningRows, 'row has a warning', 'rows have warnings')}</Tag>}
      </div>
      {checked.knownRows > 0 && (
        <Text>{`${counted(checked.knownRows, 'barcode is', 'barcodes are')} already in this inventory and ${KNOWN_TEXT[mode]}.`}</Text>
      )}
      {checked.repeatedRows > 0 && (
        <Text>{`${counted(checked.repeatedRows, 'row has', 'rows have')} a barcode of an earlier row of this file and ${REPEATED_TEXT[mode]}.`}</Text>
      )}
      {checked.newCategories.length > 0 && (
        <Text>{`${counted(checked.newCategories.length, 'new category is', 'new categories are')} added before the rows: ${named(checked.newCategories)}.`}</Text>
      )}
      {checked.problems.length > 0 && (
        <>
          <div className={classes.problemTools}>
            <SegmentedControl
              aria-label="Which problems"
              value={shown}
              onChange={(value) => setShown(value as typeof shown)}
              data={[
                { value: 'all', label: 'All' },
                { value: 'error', label: 'Errors' },
                { value: 'warning', label: 'Warnings' },
              ]}
            />
            <Button variant="default" onClick={() => downloadCsv(`problems of ${fileName}`, problemRows(checked.problems))}>
              Download as CSV
            </Button>
          </div>
          <ProblemList problems={problems} />
        </>
      )}
    </Section>
  )
}

/** The problems as CSV rows, headers first. */
function* problemRows(problems: Iterable<ImportProblem>): Generator<readonly CsvValue[]> {
  yield ['Line', 'Severity', 'Column', 'Value', 'Problem']
  for (const { line, severity, column, value, message } of problems) yield [line, severity, column, value, message]
}
