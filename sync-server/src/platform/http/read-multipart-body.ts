import { createHash } from 'node:crypto'
import type { FieldMessages } from '@shop/shared/kernel/errors.ts'
import { kernelRefusals, Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import type { FileRule } from '@shop/shared/kernel/upload.ts'
import { readBytes } from './read-json-body.ts'

/** Bytes allowed for the boundaries and headers around the parts of a body. */
const FRAME_BYTES = 16_000
/** Maximum number of fields of one body. */
const MAX_FIELDS = 100
/** A content type whose only parameter is the boundary, in the characters of RFC 2046. */
const TYPE = /^multipart\/form-data\s*;\s*boundary=(?:"([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])"|([\w'()+,./:=?-]{1,70}))$/i

const invalidBody = (message: string) => refusal(kernelRefusals, 'INVALID', { message })

/** Rules of a multipart body: the rules of its files, and the maximum bytes of all its texts together. */
export type MultipartRules = { readonly files: Readonly<Record<string, FileRule>>; readonly maxTextBytes: number }

/** Reads the fields of a multipart/form-data body. A field that `files` names is a file; every other field is a text. Of several fields with one
 *  name, the first counts. Reads only as far as the rules allow. Refuses TOO_LARGE beyond that, with the file's message if there is only one file.
 *  Refuses TYPE_UNSUPPORTED for another content type, and INVALID for a body that cannot be parsed. */
export async function readMultipartBody(request: Request, { files, maxTextBytes }: MultipartRules): Promise<Record<string, unknown>> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  const rules = Object.entries(files)
  const maxBytes = rules.reduce((sum, [, { maxBytes }]) => sum + maxBytes, maxTextBytes + FRAME_BYTES)
  const bytes = await readBytes(request, maxBytes).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'TOO_LARGE' ? tooLarge(rules) : error
  })
  // counts the parts first, because parsing a body of a million parts would stall the server
  if (countOf(bytes, `\r\n--${boundary}`) > MAX_FIELDS) throw refusal(kernelRefusals, 'TOO_LARGE')
  // the parser gets a content type that we write, so that it splits the body at the counted boundary
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const form = await new Response(bytes as Uint8Array<ArrayBuffer>, { headers }).formData().catch(() => {
    throw invalidBody('The body is not multipart/form-data.')
  })
  const body: Record<string, unknown> = Object.create(null)
  let textBytes = 0
  for (const [name, value] of form) {
    const rule = Object.hasOwn(files, name) ? files[name] : undefined
    if (typeof value === 'string') textBytes += Buffer.byteLength(value)
    else if (rule && value.size > rule.maxBytes) throw tooLarge([[name, rule]])
    // ignores a file under the name of a text, and a text under the name of a file
    if ((typeof value === 'string') === (rule === undefined)) body[name] ??= value
  }
  if (textBytes > maxTextBytes) throw refusal(kernelRefusals, 'TOO_LARGE')
  return body
}

/** Reads the boundary from a content type. Refuses TYPE_UNSUPPORTED for another type. Refuses INVALID for other parameters or a second boundary,
 *  because two readers could choose different boundaries. */
function boundaryOf(type: string): string {
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw refusal(kernelRefusals, 'TYPE_UNSUPPORTED', { message: 'The body must be multipart/form-data.' })
  const [, quoted, plain] = TYPE.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw invalidBody('The content type of a form must name one boundary and nothing else.')
  return boundary
}

/** Counts the occurrences of a text. Stops once there are more than MAX_FIELDS. */
function countOf(bytes: Uint8Array, text: string): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let at = buffer.indexOf(text); at >= 0 && count <= MAX_FIELDS; at = buffer.indexOf(text, at + text.length)) count++
  return count
}

/** Replaces each file of a body by its hash, so that a repeated body is equal to the first. */
export async function withFileHashes(body: unknown): Promise<unknown> {
  const entries = Object.entries(body as Record<string, unknown>).map(async ([name, value]) => [
    name,
    value instanceof File
      ? createHash('sha256')
          .update(new Uint8Array(await value.arrayBuffer()))
          .digest('hex')
      : value,
  ])
  return Object.fromEntries(await Promise.all(entries))
}

/** Makes the refusal of a body that is too large, with the file's message if there is only one file. */
function tooLarge(rules: readonly [string, FileRule][]) {
  const [only] = rules.length === 1 ? rules : []
  if (!only) return refusal(kernelRefusals, 'TOO_LARGE')
  const fields: FieldMessages = { [only[0]]: only[1].tooLarge }
  return refusal(kernelRefusals, 'TOO_LARGE', { message: only[1].tooLarge, fields })
}
