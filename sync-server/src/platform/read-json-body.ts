import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'

/** The JSON body of a request, read no further than `maxBytes`. Refuses TOO_LARGE, and INVALID for what is not JSON. */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw refusal(kernelRefusals, 'TOO_LARGE')
  const chunks: Uint8Array[] = []
  let bytes = 0
  if (request.body) {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > maxBytes) throw refusal(kernelRefusals, 'TOO_LARGE')
      chunks.push(chunk)
    }
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
  } catch {
    throw refusal(kernelRefusals, 'INVALID', { message: 'The body is not JSON.', fields: { '': 'The body is not JSON.' } })
  }
}
