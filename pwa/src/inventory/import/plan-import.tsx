import { Button, Group, Text } from '@mantine/core'
import { MAX_CATEGORIES } from '@shop/shared/inventory/rules/categories.ts'
import { missingColumns } from '@shop/shared/inventory/rules/import-columns.ts'
import { useSyncStatus } from '../../sync/api.ts'
import { counted } from '../../ui/counted.ts'
import { useCategories } from '../../ui/use-categories.ts'
import classes from '../inventory.module.css'
import { checkQuantity } from '../item-form-values.ts'
import { CheckSection } from './check-section.tsx'
import { MappingSection } from './mapping-section.tsx'
import { PreviewSection } from './preview-section.tsx'
import type { FileContent } from './read-file.ts'
import { TargetSection, targetProblem } from './target-section.tsx'
import { useCheck } from './use-check.ts'
import type { ImportChoices } from './use-import-choices.ts'
import type { ImportOrder } from './use-import-run.ts'

type Props = {
  content: FileContent
  choices: ImportChoices
  onChange: (change: (before: ImportChoices) => ImportChoices) => void
  onStart: (order: ImportOrder) => void
  onOtherFile: () => void
}

/** Choices before an import (columns, target, duplicates) and the result of the check. */
export function PlanImport({ content, choices: { mapping, target }, onChange, onStart, onOtherFile }: Props) {
  const { online } = useSyncStatus()
  const consignorId = target.owner === 'consignor' ? target.consignor.uid : null
  const quantity = checkQuantity(target.quantity)
  const { checked, part } = useCheck(content, mapping, typeof quantity === 'number' ? quantity : 0, consignorId)
  const missing = missingColumns(mapping)
  const { list } = useCategories()

  const reason =
    missing.length > 0
      ? `Please choose a column for: ${missing.join(', ')}.`
      : (targetProblem(target) ??
        (!checked
          ? 'The rows are being checked.'
          : checked.rows.length === 0
            ? 'No row can be imported. Fix the file, then choose it again.'
            : list.length + checked.newCategories.length > MAX_CATEGORIES
              ? `With the categories of this file, the shop would have more than ${MAX_CATEGORIES}. Choose no column for Category.`
              : online
                ? null
                : 'Importing needs the server. It is not reachable now; the file stays chosen.'))
  const start = () =>
    checked &&
    onStart({ consignorId, mode: target.mode, fileName: content.fileName, rows: checked.rows, newCategories: checked.newCategories })

  return (
    <>
      <MappingSection content={content} mapping={mapping} onChange={(next) => onChange((before) => ({ ...before, mapping: next }))} />
      <PreviewSection content={content} mapping={mapping} />
      <TargetSection
        target={target}
        onChange={(changes) => onChange((before) => ({ ...before, target: { ...before.target, ...changes } }))}
        hasQuantityColumn={mapping.quantity !== undefined}
      />
      {missing.length === 0 && <CheckSection checked={checked} part={part} fileName={content.fileName} mode={target.mode} />}
      <Group justify="flex-end" gap="sm" className={classes.decide}>
        {reason !== null && <Text c="dimmed">{reason}</Text>}
        <Button variant="default" onClick={onOtherFile}>
          Choose Another File
        </Button>
        <Button onClick={start} disabled={reason !== null}>
          {checked ? startLabel(checked.rows.length, checked.errorRows) : 'Import'}
        </Button>
      </Group>
    </>
  )
}

function startLabel(rows: number, errorRows: number): string {
  const named = counted(rows, 'Row')
  return errorRows === 0 ? `Import ${named}` : `Import ${named} without Errors`
}
