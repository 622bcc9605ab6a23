import { MAX_HOST } from '@shop/shared/accounts/rules/host.ts'

/** Extracts the host from a web address or a host name, in a form that can be compared: in lower case, without port or final dot, IPv6 shortened and
 *  in brackets. Undefined when there is no host. */
export function hostNameOf(address: string): string | undefined {
  const given = address.trim()
  const url = /^https?:\/\//i.test(given) ? given : `http://${given}`
  if (!/^https?:\/\/[\w.:[\]-]+\/?$/i.test(url) || !URL.canParse(url)) return undefined
  const host = new URL(url).hostname.replace(/\.$/, '')
  return host === '' || host.length > MAX_HOST ? undefined : host
}

/** Converts a web address to the form that is stored: scheme, host and port. Undefined for every other text. */
export function originOf(address: string): string | undefined {
  const host = hostNameOf(address)
  if (host === undefined || !/^https?:\/\//i.test(address.trim())) return undefined
  const { protocol, port } = new URL(address.trim())
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`
}
