import type { ImportProblem } from '@shop/shared/inventory/rules/import-rows.ts'
import type { CsvValue } from '@shop/shared/kernel/csv.ts'

/** The problems of a file as rows of a file, headers first. */
export function* problemRows(problems: Iterable<ImportProblem>): Generator<readonly CsvValue[]> {
  yield ['Line', 'Severity', 'Column', 'Value', 'Problem']
  for (const { line, severity, column, value, message } of problems) yield [line, severity, column, value, message]
}
