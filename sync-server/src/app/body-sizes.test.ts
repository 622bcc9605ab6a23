import { calls } from '@shop/shared/calls.ts'
import { MAX_BODY_BYTES, MAX_PULL_BYTES } from '@shop/shared/kernel/limits.ts'
import { pullRequestSchema } from '@shop/shared/kernel/wire.ts'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'

/** Maximum number of bytes of a letter of a living script in UTF-8. */
const LETTER_BYTES = 3
/** Maximum number of bytes of an id, a number, an enum value or a date. */
const WORD_BYTES = 40
const MAX_EMAIL_BYTES = 320
/** Maximum number of bytes of a text that has a pattern instead of a maximum length, such as a tracking number. */
const PATTERN_BYTES = 2_000

type Def = z.core.$ZodTypeDef & Record<string, unknown>
type Schema = z.core.$ZodType

/** Reads the maximum from a schema's checks; undefined without one. */
function maximumOf(schema: Schema): number | undefined {
  const checks = ((schema._zod.def as unknown as Def).checks ?? []) as { _zod: { def: { check: string; maximum?: number } } }[]
  return checks.map(({ _zod: { def } }) => def).find(({ check }) => check === 'max_length')?.maximum
}

/** Computes the bytes of the largest JSON that a schema accepts. Infinity for a list without a limit. */
function largest(schema: Schema): number {
  const def = schema._zod.def as unknown as Def
  const inner = (part: unknown) => largest(part as Schema)
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape as Record<string, Schema>).reduce((sum, [key, part]) => sum + key.length + 4 + inner(part), 2)
    case 'array':
      return 2 + (maximumOf(schema) ?? Number.POSITIVE_INFINITY) * (1 + inner(def.element))
    case 'union':
      return Math.max(...(def.options as Schema[]).map(inner))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return inner(def.innerType)
    case 'pipe':
      return inner((def.in as { _zod: { def: Def } })._zod.def.type === 'transform' ? def.out : def.in)
    case 'string':
      return lengthOf(schema, def)
    case 'file':
      return 0
    default:
      return WORD_BYTES
  }
}

/** True for a text whose pattern allows only base64url, in which each letter is one byte. */
function isBase64({ checks = [] }: Def): boolean {
  return (checks as { _zod: { def: { pattern?: RegExp } } }[]).some(({ _zod: { def } }) => def.pattern?.source === '^[\\w-]+$')
}

function lengthOf(schema: Schema, def: Def): number {
  if (def.format === 'email') return MAX_EMAIL_BYTES
  if (def.format !== undefined) return WORD_BYTES
  const maximum = maximumOf(schema)
  return 2 + (maximum === undefined ? PATTERN_BYTES : (isBase64(def) ? 1 : LETTER_BYTES) * maximum)
}

const takingBody = calls.flatMap(({ name, body, maxBodyBytes }) => (body ? [{ name, body, maxBodyBytes }] : []))

describe('the maximum size of a body', () => {
  /** The call whose rows are long only in theory. A chunk of average rows takes a fortieth of the call's limit. */
  const AVERAGED = 'inventory.stageImportChunk'

  it('has room for everything that the call’s schema accepts, in every script, except for a chunk of an import', () => {
    expect(takingBody.length).toBeGreaterThan(40)
    const tooLarge = takingBody
      .map(({ name, body, maxBodyBytes = MAX_BODY_BYTES }) => ({ name, bytes: largest(body as unknown as Schema), maxBodyBytes }))
      .filter(({ name, bytes, maxBodyBytes }) => name !== AVERAGED && bytes > maxBodyBytes)
    expect(tooLarge).toEqual([])
    expect(largest(pullRequestSchema as unknown as Schema)).toBeLessThanOrEqual(MAX_PULL_BYTES)
  })

  it('is declared only by calls that need more than the default, and by no public call', () => {
    const needless = takingBody.filter(
      ({ body, maxBodyBytes }) => maxBodyBytes !== undefined && largest(body as unknown as Schema) <= MAX_BODY_BYTES,
    )
    expect(needless.map(({ name }) => name)).toEqual([])
    const anonymous = calls.filter(({ access, maxBodyBytes }) => access === 'public' && maxBodyBytes !== undefined)
    expect(anonymous.map(({ name }) => name)).toEqual([])
  })
})
