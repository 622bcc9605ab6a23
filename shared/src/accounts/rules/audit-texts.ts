/** Fields of audit entries whose texts are ids or words of the program. Nobody typed them. */
const KEPT_TEXTS: ReadonlySet<string> = new Set([
  'role',
  'status',
  'method',
  'settlement',
  'kind',
  'consignorId',
  'buyerUid',
  'migratedFrom',
])

const blank = (value: unknown): unknown => {
  if (typeof value === 'string') return ''
  if (Array.isArray(value)) return value.map(blank)
  return typeof value === 'object' && value !== null ? withoutTexts(value as Record<string, unknown>) : value
}

/** Empties those texts of an audit entry that may identify a person. Amounts, counts and states stay. */
export function withoutTexts(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, KEPT_TEXTS.has(field) && typeof value === 'string' ? value : blank(value)]),
  )
}
