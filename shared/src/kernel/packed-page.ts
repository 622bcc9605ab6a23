import type { Row } from './define-collection.ts'

/** How the server writes the pages of a first sync, asked for by `GET /api/sync/start?pages=`: by columns as one gzip body of START_STREAM_TYPE, which the app
 *  asks for, or each as a JSON array of rows, for everybody else and for earlier releases of the app. */
export const PAGE_FORMS = ['columns', 'rows'] as const
/** How the pages of a first sync are written. */
export type PageForm = (typeof PAGE_FORMS)[number]

/** Media type of a first sync that the app decompresses itself: twice as fast as the browser's own `content-encoding`, and what a proxy leaves alone. */
export const START_STREAM_TYPE = 'application/gzip'

/** A packed page by columns: the names of the fields once, then the values of each field for all rows. A row's keys cost more than its values: by columns
 *  a page of items is two thirds as long and parsed three times as fast. */
type ColumnPage = { readonly fields: readonly string[]; readonly columns: readonly (readonly unknown[])[] }

/** The text of a packed page (design §4 Store): JSON by columns, or a plain JSON array of rows where they do not all have the same fields.
 *  `unpackPage` reads both. */
export function packPage(rows: readonly Row[]): string {
  const fields = Object.keys(rows[0] ?? {})
  const isEven = rows.every((row) => Object.keys(row).length === fields.length && fields.every((field) => Object.hasOwn(row, field)))
  if (fields.length === 0 || !isEven) return JSON.stringify(rows)
  const page: ColumnPage = { fields, columns: fields.map((field) => rows.map((row) => (row as Record<string, unknown>)[field])) }
  return JSON.stringify(page)
}

/** The rows of a packed page. Throws when the text is not one. */
export function unpackPage<R extends Row = Row>(text: string): R[] {
  const page = JSON.parse(text) as ColumnPage | R[]
  if (Array.isArray(page)) return page
  const { fields, columns } = page
  const count = columns[0]?.length ?? 0
  if (fields.length !== columns.length || columns.some((column) => column.length !== count))
    throw new Error('a packed page of uneven columns')
  if (count === 0) return []
  // all rows are copies of the first, so that they share its shape in memory, and are filled column by column
  const first = Object.fromEntries(fields.map((field, at) => [field, columns[at]?.[0]]))
  const rows = Array.from({ length: count }, () => ({ ...first }))
  fields.forEach((field, at) => {
    const column = columns[at] as readonly unknown[]
    for (let row = 1; row < count; row++) (rows[row] as Record<string, unknown>)[field] = column[row]
  })
  return rows as unknown as R[]
}
