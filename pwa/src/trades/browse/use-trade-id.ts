import { useState } from 'react'

/** A random UUIDv4, also where the page is no secure context. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = 0x40 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The id of the trade a form asks for, the same for as long as the form is open: a second click is the same trade, and so is another try after an answer that
 *  was lost; with another price it is refused then. What was refused leaves its id free. Random, since a trade's id is shown and must not say when it was
 *  asked for (design §9). */
export function useTradeId(): string {
  return useState(randomId)[0]
}
