/** Builds the form of a label's upload. `key`: its Idempotency-Key, '' for none. */
export async function labelUpload(bytes: Uint8Array, { type, fields, key }: { type: string; fields: object; key: string }) {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  data.append('labelFile', new File([bytes as Uint8Array<ArrayBuffer>], '../label.pdf', { type }))
  const body = new Response(data)
  const headers = { 'content-type': body.headers.get('content-type') ?? '', ...(key === '' ? {} : { 'idempotency-key': key }) }
  return { raw: new Uint8Array(await body.arrayBuffer()), headers }
}

/** The smallest file that counts as a PDF. */
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
