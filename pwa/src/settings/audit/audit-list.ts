import type { CsvValue } from '@shop/shared/kernel/csv.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { type AuditWords, changeSentence } from './audit-words.ts'

/** Entries that contain the typed text, latest first. `byUid` limits them to one person; '' means everybody. */
export function filterAudit(entries: readonly AuditWords[], typed: string, byUid: string): readonly AuditWords[] {
  const wanted = searchKey(typed)
  return entries
    .filter((entry) => (byUid === '' || entry.byUid === byUid) && (wanted === '' || wordsOf(entry).includes(wanted)))
    .sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1))
}

const wordsOf = ({ who, action, about, changes }: AuditWords): string =>
  [who, action, about, ...changes.map(changeSentence)].map(searchKey).join('\n')

/** Everybody who appears in the entries, by name. */
export function actorsOf(entries: readonly AuditWords[]): readonly { readonly value: string; readonly label: string }[] {
  const names = new Map(entries.map(({ byUid, who }) => [byUid, who]))
  return [...names].map(([value, label]) => ({ value, label })).sort((a, b) => (a.label < b.label ? -1 : 1))
}

export function* auditRows(entries: Iterable<AuditWords>): Generator<readonly CsvValue[]> {
  yield ['When', 'Who', 'Action', 'About', 'Change']
  for (const { atMs, who, action, about, changes } of entries)
    yield [new Date(atMs).toISOString(), who, action, about, changes.map(changeSentence).join('; ')]
}
