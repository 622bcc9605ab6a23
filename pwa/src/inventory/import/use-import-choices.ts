import { type ColumnMapping, guessColumns } from '@shop/shared/inventory/rules/import-columns.ts'
import { useCallback, useMemo, useState } from 'react'
import { NO_CONSIGNOR } from '../consignor-field.tsx'
import type { FileContent } from './read-file.ts'
import type { ImportTarget } from './target-section.tsx'

export type ImportChoices = { readonly mapping: ColumnMapping; readonly target: ImportTarget }

const firstChoices = (content: FileContent | null): ImportChoices => ({
  mapping: content?.known?.mapping ?? guessColumns(content?.headers ?? []),
  target: { owner: 'master', consignor: NO_CONSIGNOR, mode: 'skip', quantity: '0' },
})

/** The choices for a file. They survive a failed or aborted import; another file starts with guesses from its headers. */
export function useImportChoices(content: FileContent | null) {
  const first = useMemo(() => firstChoices(content), [content])
  const [kept, setKept] = useState({ content, choices: first })
  const change = useCallback(
    (apply: (before: ImportChoices) => ImportChoices) =>
      setKept((before) => ({ content, choices: apply(before.content === content ? before.choices : first) })),
    [content, first],
  )
  return { choices: kept.content === content ? kept.choices : first, change }
}
