import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'
import fc from 'fast-check'
import type { z } from 'zod'

/** Values that exist in the shop, by kind of field, so that requests find rows. */
export type Pool = {
  /** Ids, most of them from the table that the call is about. */
  readonly ids: readonly string[]
  readonly people: readonly string[]
  readonly emails: readonly string[]
  readonly barcodes: readonly string[]
  readonly password: string
}

/** Prefix of a number that `jsonOf` writes as it stands, because JSON.stringify would change it. */
const RAW = 'raw-json:'
const RAW_NUMBERS = ['1e400', '-1e400', '9007199254740993', '1e-400', '-0', '0.1e1', '123456789012345678901234567890']

/** Writes a generated value as JSON, with raw numbers as they stand. Empty for a removed value. */
export const jsonOf = (value: unknown): string => (JSON.stringify(value) ?? '').replaceAll(new RegExp(`"${RAW}([^"]*)"`, 'g'), '$1')

const nested = (depth: number, wrap: (inner: unknown) => unknown) => {
  let value: unknown = 'deep'
  for (let n = 0; n < depth; n++) value = wrap(value)
  return value
}
/** Makes an object with an own `__proto__` key. */
const withProto = () => JSON.parse('{"__proto__": {"role": "admin"}, "constructor": {"prototype": {"role": "admin"}}}') as unknown

/** Values that may break a handler. */
const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  1.005,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
  5e-324,
  ...RAW_NUMBERS.map((number) => `${RAW}${number}`),
  'NaN',
  'Infinity',
  '-Infinity',
  '0x10',
  '1e3',
  '١٢٣',
  '1,5',
  '0000-00-00',
  '2026-02-30',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-19T23:59:59.999Z',
  'admin',
  'system',
  [],
  {},
  [[]],
  [null],
  { length: -1 },
  { $gt: '' },
  { toString: 'x', valueOf: 'x', toJSON: 'x' },
  withProto(),
  nested(70, (inner) => [inner]),
  nested(2_000, (inner) => ({ a: inner })),
  'x'.repeat(70_000),
  Array.from({ length: 1_001 }, (_, n) => n),
  ...HOSTILE_STRINGS,
]
const hostileValue = fc.oneof(
  fc.constantFrom(...HOSTILE_VALUES),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
)

const WORDS = ['Lamp', 'Cup of tea', 'A1', '5', '0', 'yes', 'true', 'a', 'USA', 'x'.repeat(200)]

/** Answers values to try in a field with this name. */
function hintsOf(name: string, pool: Pool): readonly string[] {
  if (/password/i.test(name)) return [pool.password, 'another long password']
  if (/email|recipient/i.test(name)) return [...pool.emails, 'somebody@example.org']
  if (/barcode/i.test(name)) return [...pool.barcodes, '036000291452']
  if (/carrier/i.test(name)) return ['USPS', 'UPS', 'FEDEX', 'FedEx', 'OTHER', 'Pigeon']
  if (/page|limit|chunk|^after$|^before$/i.test(name)) return ['1', '2', '10']
  if (/pkce|closed|all$/i.test(name)) return ['true', 'false']
  if (/zone/i.test(name)) return ['UTC', 'America/Chicago', 'Asia/Kathmandu']
  if (/method/i.test(name)) return ['cashapp', 'venmo']
  if (/url|link/i.test(name))
    return ['http://127.0.0.1:9/x', 'https://shop.invalid/dp/B00ABCDEFG', '', 'javascript:alert(1)', 'file:///etc/passwd']
  if (/username/i.test(name)) return ['ann', 'bob_1', '$ann', '@bob']
  if (/path/i.test(name)) return ['/', '/pos', '/../../x', '//evil.example', '/%2e%2e']
  if (/endpoint/i.test(name)) return ['https://127.0.0.1/push', 'https://push.invalid/1']
  if (/token|code|state|session/i.test(name)) return ['0'.repeat(43), 'abcdefgh-1234']
  if (/domain/i.test(name)) return ['', 'exchange.localhost', 'evil.example']
  if (/consignor|uid$|userid$/i.test(name)) return pool.people
  if (/id$/i.test(name)) return pool.ids
  return WORDS
}

type Def = z.core.$ZodTypeDef & Record<string, unknown>
type Schema = z.core.$ZodType
const defOf = (schema: Schema) => schema._zod.def as unknown as Def
const bagOf = (schema: Schema) => schema._zod.bag as { minimum?: number; maximum?: number; format?: string; exclusiveMinimum?: number }

/** Generates inputs that fit a schema's types; its refinements may still refuse some. */
export function inputsOf(schema: Schema, pool: Pool, name = ''): fc.Arbitrary<unknown> {
  const def = defOf(schema)
  const inner = (part: unknown, of = name) => inputsOf(part as Schema, pool, of)
  switch (def.type) {
    case 'object':
      return objectsOf(def.shape as Record<string, Schema>, pool)
    case 'array':
      return fc.array(inner(def.element), { minLength: 1, maxLength: 4 })
    case 'record':
      return fc.dictionary(fc.constantFrom('a', 'itemName', 'b'), inner(def.valueType), { maxKeys: 3 })
    case 'union':
      return fc.oneof(...(def.options as Schema[]).map((option) => inner(option)))
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly':
      return inner(def.innerType)
    case 'nullable':
      return fc.oneof({ arbitrary: inner(def.innerType), weight: 4 }, { arbitrary: fc.constant(null), weight: 1 })
    case 'pipe':
      // a schema that begins with a transformation does not describe its input
      return defOf(def.in as Schema).type === 'transform' ? inner(def.out) : inner(def.in)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries as Record<string, string>))
    case 'literal':
      return fc.constantFrom(...(def.values as unknown[]))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'number':
      return numbersOf(schema)
    case 'string':
      return textsOf(schema, pool, name)
    case 'unknown':
    case 'any':
      return fc.jsonValue({ maxDepth: 2 })
    default:
      throw new Error(`a generator for ${def.type} is missing (at ${name})`)
  }
}

function objectsOf(shape: Record<string, Schema>, pool: Pool): fc.Arbitrary<unknown> {
  const keys = Object.keys(shape)
  const required = keys.filter((key) => shape[key]?._zod.optin !== 'optional')
  return fc.record(Object.fromEntries(keys.map((key) => [key, inputsOf(shape[key] as Schema, pool, key)])), {
    requiredKeys: required,
    noNullPrototype: true,
  })
}

function numbersOf(schema: Schema): fc.Arbitrary<number> {
  const { minimum = 0, maximum = 9_000_000_000, format } = bagOf(schema)
  const min = Math.max(minimum, -9_000_000_000)
  const max = Math.min(maximum, 9_000_000_000)
  const near = [min + 1, min + 1, min + 2, min + 5, min, max].filter((n) => n >= min && n <= max)
  const whole = fc.constantFrom(...near.map(Math.ceil))
  if (format === 'safeint') return whole
  const hundredths = fc.integer({ min: Math.ceil(min * 100), max: Math.floor(Math.min(max, min + 100) * 100) }).map((n) => n / 100)
  return fc.oneof({ arbitrary: whole, weight: 3 }, { arbitrary: hundredths, weight: 1 })
}

function textsOf(schema: Schema, pool: Pool, name: string): fc.Arbitrary<string> {
  const def = defOf(schema)
  const { minimum = 0, maximum = 300, format = def.format as string | undefined } = bagOf(schema)
  if (format === 'guid') {
    return fc.oneof({ arbitrary: fc.constantFrom(...hintsOf(name || 'id', pool)), weight: 5 }, { arbitrary: fc.uuid(), weight: 2 })
  }
  if (format === 'email') return fc.constantFrom(...pool.emails, 'somebody@example.org')
  if (format === 'date') return fc.constantFrom('2026-01-01', '2026-11-21', '1970-01-01', '9999-12-31')
  const fits = (text: string) => text.length >= minimum && text.length <= maximum
  const hints = hintsOf(name, pool).filter(fits)
  const hostile = HOSTILE_STRINGS.filter(fits)
  return fc.oneof(
    { arbitrary: hints.length > 0 ? fc.constantFrom(...hints) : fc.string({ minLength: minimum, maxLength: maximum }), weight: 8 },
    { arbitrary: fc.string({ minLength: minimum, maxLength: Math.min(maximum, minimum + 20), unit: 'binary' }), weight: 1 },
    ...(hostile.length > 0 ? [{ arbitrary: fc.constantFrom(...hostile), weight: 1 }] : []),
  )
}

/** Generates values in which one part is replaced, removed, wrapped in a list, repeated or given more keys. */
export const mutationsOf = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(values, fc.nat(1_000), fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'wrap', 'duplicate'), hostileValue)
    .map(([value, place, how, hostile]) => {
      const root: { value: unknown } = { value: structuredClone(value) }
      const places = [...placesOf(root)]
      const [holder, key] = places[place % places.length] as Place
      const old = holder[key]
      if (how === 'remove') delete holder[key]
      else if (how === 'wrap') holder[key] = [old]
      else if (how === 'duplicate' && Array.isArray(old)) holder[key] = Array.from({ length: 300 }, () => old[0] ?? hostile)
      else if (how === 'add' && old !== null && typeof old === 'object') {
        Object.assign(old, { role: 'admin', uid: 'x', isAdmin: true, [String(place)]: hostile })
        Object.defineProperty(old, '__proto__', { value: { role: 'admin' }, enumerable: true })
      } else holder[key] = hostile
      return root.value
    })

type Place = [holder: Record<string, unknown>, key: string]
function* placesOf(holder: object): Generator<Place> {
  for (const [key, part] of Object.entries(holder)) {
    yield [holder as Record<string, unknown>, key]
    if (part !== null && typeof part === 'object') yield* placesOf(part)
  }
}

/** Generates one part of a path or query: encoded well, badly or not at all. */
export const addressParts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '%00',
    '%',
    '%2',
    '%ff',
    '%c3%28',
    '%ED%A0%80',
    '%2e%2e',
    '..%2f..%2fetc%2fpasswd',
    '%2F',
    '%252e',
    '%0d%0aX-Evil:%201',
    '+',
    '&',
    '=',
    ';',
    '_%25',
    'null',
  ),
  hostileValue.map(
    (value) => encodeURIComponent((typeof value === 'string' ? value : jsonOf(value)).toWellFormed().slice(0, 2_000)) || '%20',
  ),
)
