import { invalid } from '@shop/shared/kernel/errors.ts'
import type * as z from 'zod/mini'

/** Reads a part of a request by its schema. Refuses INVALID with a sentence for each wrong field: the schema's own, or one of these. */
export function parseInput<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const parsed = schema.safeParse(value, { error: sentenceFor })
  if (!parsed.success) throw invalid(parsed.error)
  return parsed.data
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item' }

function sizeOf(size: number | bigint, origin: string): string {
  const unit = UNITS[origin]
  return unit === undefined ? `${size}` : `${size} ${unit}${size === 1 ? '' : 's'}`
}

function sentenceFor(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `Please send ${EXPECTED[issue.expected] ?? 'another kind of value'}`
    case 'invalid_value':
      return `Please send ${issue.values.length === 1 ? '' : 'one of these: '}${issue.values.map(String).join(', ')}`
    case 'too_big':
      return `${issue.inclusive === false ? 'Less than' : 'At most'} ${sizeOf(issue.maximum, issue.origin)}`
    case 'too_small':
      return `${issue.inclusive === false ? 'More than' : 'At least'} ${sizeOf(issue.minimum, issue.origin)}`
    default:
      return 'This value does not fit here'
  }
}
