import { MAX_HOST } from '@shop/shared/accounts/rules/host.ts'

/** Extracts the host from a web address, or from a host name with or without a port, in a form that can be compared: lower case, without port and
 *  without the root's dot, IPv6 in brackets and shortened. Undefined when there is none. */
export function hostNameOf(address: string): string | undefined {
  const given = address.trim()
  const url = /^https?:\/\//i.test(given) ? given : `http://${given}`
  if (!/^https?:\/\/[\w.:[\]-]+\/?$/i.test(url) || !URL.canParse(url)) return undefined
  const host = new URL(url).hostname.replace(/\.$/, '')
  return host === '' || host.length > MAX_HOST ? undefined : host
}

/** Converts a web address to the form that is stored: scheme, host and port. Undefined for any other text. */
export function originOf(address: string): string | undefined {
  const host = hostNameOf(address)
  if (host === undefined || !/^https?:\/\//i.test(address.trim())) return undefined
  const { protocol, port } = new URL(address.trim())
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`
}
