import type { Gunzip } from '../ports/ports.ts'
import type { PackedPage } from '../ports/records.ts'

export type PageText = { readonly collection: string; readonly json: string }

/** Reads a line of a first sync: the collection's name, a tab, the page. Null for any other text. */
export function readPageLine(line: string): PageText | null {
  const tab = line.indexOf('\t')
  return tab < 1 ? null : { collection: line.slice(0, tab), json: line.slice(tab + 1) }
}

/** Reads the text of a stored page. Rejects when its gzip is damaged. */
export async function textOf(page: PackedPage, gunzip: Gunzip): Promise<PageText> {
  if ('json' in page) return page
  const text = readPageLine(await gunzip(page.gzip))
  if (!text) throw new Error(`a stored page of ${page.collection} is not a page line`)
  return text
}
