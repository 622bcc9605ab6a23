/** Decompresses a gzip to text. Rejects when the gzip is damaged or incomplete. */
export async function gunzipText(gzip: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new DecompressionStream('gzip')
  const writer = stream.writable.getWriter()
  // the reader below meets the same error
  writer.write(gzip).catch(() => undefined)
  writer.close().catch(() => undefined)
  const reader = stream.readable.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
  }
}
