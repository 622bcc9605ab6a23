import type { AnyCall } from '@shop/shared/kernel/define-call.ts'
import type { FileRule } from '@shop/shared/kernel/upload.ts'
import fc from 'fast-check'
import { addressParts, inputsOf, jsonOf, mutationsOf, type Pool } from './hostile-values.ts'

export type Role = 'nobody' | 'consignor' | 'admin'

export type HostileRequest = {
  readonly method: string
  /** The path below /api, with the query. */
  readonly path: string
  readonly role: Role
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
}

const BOUNDARY = 'fuzz-boundary'

/** Invalid bodies. */
const RAW_BODIES: readonly (readonly [string | Uint8Array<ArrayBuffer>, Record<string, string>])[] = [
  ['', {}],
  ['{', {}],
  ['{"a":1', {}],
  ['[1,2', {}],
  ['null', {}],
  ['[]', {}],
  ['"text"', {}],
  ['NaN', {}],
  ['{}\u0000', {}],
  ['\ufeff{}', {}],
  [`${'['.repeat(100_000)}`, {}],
  [`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, {}],
  [`{"a":"${'x'.repeat(200_000)}"}`, {}],
  [new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), {}],
  [new Uint8Array([0x1f, 0x8b, 0x08, 0x00, 0x00]), { 'content-encoding': 'gzip' }],
  ['{}', { 'content-encoding': 'br' }],
  ['a=b&c=d', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['<a/>', { 'content-type': 'text/xml' }],
  ['{}', { 'content-type': 'application/json; charset=utf-16' }],
  ['{}', { 'content-type': 'multipart/form-data' }],
  ['--x--', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x\r\n\r\n--x--', { 'content-type': 'multipart/form-data; boundary="x"' }],
]

const HEADERS: readonly Record<string, string>[] = [
  {},
  { 'idempotency-key': 'not a uuid' },
  { 'x-request-id': '../../x' },
  { 'if-none-match': '*' },
  { range: 'bytes=0-0,-1,5-' },
  { 'x-http-method-override': 'DELETE' },
  { 'sec-gpc': '1', dnt: 'x' },
  { 'user-agent': '' },
  { 'x-forwarded-host': 'evil.example"><script>', 'x-forwarded-proto': 'javascript' },
  { 'x-forwarded-proto': 'https, http', 'x-forwarded-host': ',' },
  { host: 'evil.example:99999' },
  { host: '[::1' },
]

/** Generates requests to one call: valid, with one error, or garbage. `own` is the uid of the asking consignor. */
export function requestsTo(call: AnyCall, pool: Pool, own: string): fc.Arbitrary<HostileRequest> {
  const role: fc.Arbitrary<Role> =
    call.access === 'public' || call.access === 'user'
      ? fc.constantFrom<Role>('nobody', 'consignor', 'consignor', 'admin')
      : fc.constantFrom<Role>('nobody', 'consignor', 'admin', 'admin', 'admin')
  return fc
    .tuple(role, pathsOf(call, pool, own), queriesOf(call, pool), bodiesOf(call, pool), headersOf())
    .map(([who, path, query, { body, headers }, more]) => ({
      method: call.method,
      path: `${path}${query}`,
      role: who,
      headers: { ...headers, ...more },
      body,
    }))
}

const headersOf = (): fc.Arbitrary<Record<string, string>> =>
  fc.oneof(
    { arbitrary: fc.constant({}), weight: 5 },
    { arbitrary: fc.constantFrom(...HEADERS), weight: 1 },
    { arbitrary: fc.uuid().map((key) => ({ 'idempotency-key': key })), weight: 1 },
  )

function pathsOf({ path, access }: AnyCall, { ids, people }: Pool, own: string): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  const values = names.map((name) => {
    const isOwner = typeof access === 'object' && access.ownerParam === name
    const known = isOwner ? [own, own, ...people] : /consignor|user/i.test(name) ? people : /No$|number/i.test(name) ? ['1', '2'] : ids
    return fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 5 }, { arbitrary: addressParts, weight: 1 })
  })
  return fc.tuple(...values).map((parts) => names.reduce((text, name, at) => text.replace(`{${name}}`, () => parts[at] as string), path))
}

function queriesOf({ query }: AnyCall, pool: Pool): fc.Arbitrary<string> {
  if (!query) return fc.constantFrom('', '', '', '?x=1&x=2', '?%', '?__proto__[a]=1')
  const good = inputsOf(query, pool).map((value) =>
    Object.entries(value as Record<string, unknown>).map(([key, part]) => `${key}=${encodeURIComponent(String(part).toWellFormed())}`),
  )
  const names = Object.keys((query as unknown as { _zod: { def: { shape?: object } } })._zod.def.shape ?? { q: 0 })
  const bad = fc
    .tuple(good, fc.constantFrom(...names), addressParts, fc.constantFrom('=', '[]=', '[a]=', ''))
    .map(([parts, name, part, how]) => [...parts, `${name}${how}${part}`, `${name}=${part}`])
  return fc
    .oneof({ arbitrary: good, weight: 3 }, { arbitrary: bad, weight: 1 }, { arbitrary: bad.map((parts) => parts.reverse()), weight: 1 })
    .map((parts) => `?${parts.join('&')}`)
}

type Body = Pick<HostileRequest, 'body' | 'headers'>
const json = (value: unknown): Body => ({ body: jsonOf(value), headers: { 'content-type': 'application/json' } })

function bodiesOf(call: AnyCall, pool: Pool): fc.Arbitrary<Body> {
  if (!call.body || call.method === 'GET') return fc.constant({ body: undefined, headers: {} })
  const raw = fc
    .constantFrom(...RAW_BODIES)
    .map(([body, headers]) => ({ body, headers: { 'content-type': 'application/json', ...headers } }))
  if (call.multipart) {
    return fc.oneof({ arbitrary: formsOf(call, call.multipart.files, pool), weight: 5 }, { arbitrary: raw, weight: 1 })
  }
  const good = inputsOf(call.body, pool)
  return fc.oneof(
    { arbitrary: good.map(json), weight: 4 },
    { arbitrary: mutationsOf(good).map(json), weight: 5 },
    { arbitrary: raw, weight: 1 },
  )
}

const FILE_NAMES = [
  'a.png',
  '../../../etc/passwd',
  'a.php\u0000.png',
  'x'.repeat(5_000),
  '"; filename="b',
  'CON',
  '.',
  '<script>.svg',
  '\u202egnp.exe',
]
const FILES: readonly Buffer[] = [
  Buffer.from(''),
  Buffer.from('GIF89a'),
  Buffer.from('%PDF-1.4\n%%EOF'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>'),
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46]),
  Buffer.from([
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff,
  ]),
  Buffer.from('PK\u0003\u0004'),
  // a valid PNG of one pixel
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=', 'base64'),
]

function formsOf({ body }: AnyCall, files: Readonly<Record<string, FileRule>>, pool: Pool): fc.Arbitrary<Body> {
  const shape = (body as unknown as { _zod: { def: { shape: Record<string, Parameters<typeof inputsOf>[0]> } } })._zod.def.shape
  const parts = Object.entries(shape).map(([name, schema]) => {
    const rule = files[name]
    if (!rule) return inputsOf(schema, pool, name).map((text) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${String(text)}`)
    return fc
      .tuple(fc.constantFrom(...FILE_NAMES), fc.constantFrom(...FILES), fc.constantFrom(...rule.types, 'text/html', 'image/svg+xml', 'x'))
      .map(([file, bytes, type]) =>
        Buffer.concat([
          Buffer.from(`Content-Disposition: form-data; name="${name}"; filename="${file}"\r\nContent-Type: ${type}\r\n\r\n`),
          bytes,
        ]),
      )
  })
  return fc.tuple(fc.constantFrom('whole', 'whole', 'whole', 'cut', 'twice'), ...parts).map(([how, ...written]) => {
    const of = how === 'twice' ? [...written, ...written] : written
    const bytes = Buffer.concat([
      ...of.flatMap((part) => [Buffer.from(`--${BOUNDARY}\r\n`), Buffer.from(part), Buffer.from('\r\n')]),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ])
    return {
      body: new Uint8Array(how === 'cut' ? bytes.subarray(0, bytes.length - 20) : bytes),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    }
  })
}
