import { kernelRefusals, Refusal, refusal } from '@shop/shared/kernel/errors.ts'

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i

const notJson = () =>
  refusal(kernelRefusals, 'TYPE_UNSUPPORTED', { message: 'The body must be JSON, with the content type application/json.' })

const invalidBody = (message: string) => refusal(kernelRefusals, 'INVALID', { message })

/** Reads a JSON body of at most `maxBytes`; an absent one is an empty object, so that a call with only optional fields needs none. Refuses
 *  TYPE_UNSUPPORTED for a body that is not declared as JSON in UTF-8, TOO_LARGE, and INVALID for anything but JSON. */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type')
  if (type !== null && !JSON_TYPE.test(type)) throw notJson()
  if ((request.headers.get('content-encoding') ?? 'identity') !== 'identity') throw invalidBody('The body must not be compressed.')
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw refusal(kernelRefusals, 'TOO_LARGE')
  const bytes = await readBytes(request, maxBytes)
  if (bytes.length === 0) return {}
  // a page of another website can send a body without a type and without a preflight
  if (type === null) throw notJson()
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw invalidBody('The body is not JSON.')
  }
}

/** Reads the bytes of a body of at most `maxBytes`. Refuses TOO_LARGE, and INVALID for a body that ends too early. */
export async function readBytes({ body }: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let count = 0
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      count += chunk.length
      if (count > maxBytes) throw refusal(kernelRefusals, 'TOO_LARGE')
      chunks.push(chunk)
    }
  } catch (error) {
    // the client hung up
    throw error instanceof Refusal ? error : invalidBody('The body ended too early.')
  }
  return Buffer.concat(chunks)
}
