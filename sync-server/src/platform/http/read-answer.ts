/** Reads another server's answer as text. Throws beyond `maxBytes`, counted after decompression, because the Content-Length may be wrong or
 *  missing. */
export async function readAnswer({ body }: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  // the end of the loop closes the connection
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error('the answer is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
