/** Letters and digits, without those that look alike on paper. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Turns random bytes into a code that people read and type: one character, out of 32, for each byte. */
export function readableCode(random: Uint8Array): string {
  return Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
