/** The text of a gzip. Rejects when it is none, or not whole. */
export async function gunzipText(gzip: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new DecompressionStream('gzip')
  const writer = stream.writable.getWriter()
  // what goes wrong here the reader meets as well
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
