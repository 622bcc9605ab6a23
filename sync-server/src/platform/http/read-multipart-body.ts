import { createHash } from 'node:crypto'
import type { FieldMessages } from '@shop/shared/kernel/errors.ts'
import { kernelRefusals, Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import type { FileRule } from '@shop/shared/kernel/upload.ts'
import { readBytes } from './read-json-body.ts'

/** Room for the boundaries and headers around the parts of a body. */
const FRAME_BYTES = 16_000
/** Most fields of one body. */
const MAX_FIELDS = 100
/** A content type with the boundary as its only parameter, in the characters of RFC 2046. */
const TYPE = /^multipart\/form-data\s*;\s*boundary=(?:"([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])"|([\w'()+,./:=?-]{1,70}))$/i

const invalidBody = (message: string) => refusal(kernelRefusals, 'INVALID', { message })

/** Rules of a multipart body: those of its files, and the most bytes of all its texts together. */
export type MultipartRules = { readonly files: Readonly<Record<string, FileRule>>; readonly maxTextBytes: number }

/** Reads the fields of a multipart/form-data body: files where `files` names them, elsewhere texts. Of several fields with one name, the first
 *  counts. Reads no further than the rules allow, and refuses TOO_LARGE beyond that, if possible with the sentence of the file. Refuses
 *  TYPE_UNSUPPORTED for another content type, and INVALID for any other body. */
export async function readMultipartBody(request: Request, { files, maxTextBytes }: MultipartRules): Promise<Record<string, unknown>> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  const rules = Object.entries(files)
  const maxBytes = rules.reduce((sum, [, { maxBytes }]) => sum + maxBytes, maxTextBytes + FRAME_BYTES)
  const bytes = await readBytes(request, maxBytes).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'TOO_LARGE' ? tooLarge(rules) : error
  })
  // counted first, because parsing a body of a million parts stalls the server
  if (countOf(bytes, `\r\n--${boundary}`) > MAX_FIELDS) throw refusal(kernelRefusals, 'TOO_LARGE')
  // the parser gets a type of our own, so that it splits the body at the boundary that was counted
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
    // ignores a file under the name of a text, and a text under that of a file
    if ((typeof value === 'string') === (rule === undefined)) body[name] ??= value
  }
  if (textBytes > maxTextBytes) throw refusal(kernelRefusals, 'TOO_LARGE')
  return body
}

/** The boundary that a content type names. Refuses TYPE_UNSUPPORTED for another type, and INVALID for other parameters or a second boundary, of which
 *  two readers could choose different ones. */
function boundaryOf(type: string): string {
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw refusal(kernelRefusals, 'TYPE_UNSUPPORTED', { message: 'The body must be multipart/form-data.' })
  const [, quoted, plain] = TYPE.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw invalidBody('The content type of a form must name one boundary and nothing else.')
  return boundary
}

/** Number of times a text occurs. Stops counting once there are more than MAX_FIELDS. */
function countOf(bytes: Uint8Array, text: string): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let at = buffer.indexOf(text); at >= 0 && count <= MAX_FIELDS; at = buffer.indexOf(text, at + text.length)) count++
  return count
}

/** Replaces each file of a body by its hash, so that a repeated body compares equal. */
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

/** Refusal of a body that is too large, with the sentence of the file if there is only one. */
function tooLarge(rules: readonly [string, FileRule][]) {
  const [only] = rules.length === 1 ? rules : []
  if (!only) return refusal(kernelRefusals, 'TOO_LARGE')
  const fields: FieldMessages = { [only[0]]: only[1].tooLarge }
  return refusal(kernelRefusals, 'TOO_LARGE', { message: only[1].tooLarge, fields })
}
