/** Fields of audit entries whose texts are ids or words of the program, never what somebody typed about a person. */
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

/** The values of an audit entry without the texts that may say who somebody is; amounts, counts and states stay. */
export function withoutTexts(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, KEPT_TEXTS.has(field) && typeof value === 'string' ? value : blank(value)]),
  )
}
