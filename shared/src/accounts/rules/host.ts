import * as z from 'zod/mini'

/** Maximum length of a host name, in characters (RFC 1035). */
export const MAX_HOST = 253
/** A host name, an IPv4 address, or an IPv6 address in brackets, each with an optional port. */
const HOST = String.raw`(?:\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*\.?)(?::\d{1,5})?`

/** A host name or IP address, with an optional port. */
export const hostNameSchema = z
  .string()
  .check(z.maxLength(MAX_HOST + 10), z.regex(new RegExp(`^${HOST}$`, 'i'), 'Please enter a name such as till.example.org'))

const NOT_AN_ORIGIN = 'Please enter an address such as https://till.example.org'

/** A web address of a shop: scheme, host and port, such as https://till.example.org. */
export const originSchema = z
  .string(NOT_AN_ORIGIN)
  .check(z.trim(), z.maxLength(MAX_HOST + 20, NOT_AN_ORIGIN), z.regex(new RegExp(`^https?://${HOST}/?$`, 'i'), NOT_AN_ORIGIN))
