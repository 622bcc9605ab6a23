import type { KeptLabel } from '../kernel/pictures.ts'

/** Answers a label's file as a download that runs no script, because a stranger's upload must not open as a page of the shop. */
export const labelResponse = (label: KeptLabel, bytes: Uint8Array, id: string): Response =>
  new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      'content-type': label.type,
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="label-${id.slice(0, 8)}.${label.name.split('.').at(-1)}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })
