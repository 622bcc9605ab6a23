import { confirmHost } from '@shop/shared/accounts/commands/confirm-host.ts'
import { removeHost } from '@shop/shared/accounts/commands/remove-host.ts'
import { hostNameOf, originOf } from '../../accounts/host-name.ts'
import { addressesOf } from '../../accounts/shop-addresses.ts'
import { Brands } from '../../brands/brands.ts'
import { SYSTEM } from '../../platform/kernel/system-actor.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Config } from '../config.ts'
import type { AdminCommand } from './admin-command.ts'

const addresses = (platform: Platform, config: Config) =>
  addressesOf(platform, { ...config, brands: new Brands(config.brands, config.exchangeDomain) })

/** Finds the command about the shop's hosts that these arguments name; undefined when they name another command. */
export function readHostCommand(verb: string, argument: string, rest: readonly string[]): AdminCommand | undefined {
  if (rest.length > 0) return undefined
  if (verb === 'hosts' && argument === '') return listHosts
  const host = hostNameOf(argument)
  if (host === undefined) return undefined
  if (verb === 'confirm-host') return (platform, say, config) => confirm(platform, say, config, argument)
  if (verb !== 'remove-host') return undefined
  return async (platform, say, config) => {
    const { hosts } = addresses(platform, config)
    await platform.runCommand(SYSTEM, removeHost, { host }, { also: (tx) => hosts.remove(tx, host) })
    say.log(`The shop does not answer under ${host} any more.`)
    return 0
  }
}

const listHosts: AdminCommand = async (platform, say, config) => {
  const { hosts, address } = addresses(platform, config)
  for (const { host, source } of await hosts.list()) say.log(`${host}  ${source}`)
  for (const { brand, origin } of await address.mailTargets())
    say.log(
      `Links in mails of ${brand} ${origin === null ? 'lead nowhere: confirm an address with https:// before it' : `lead to ${origin}`}.`,
    )
  return 0
}

async function confirm(platform: Platform, say: Parameters<AdminCommand>[1], config: Config, typed: string): Promise<number> {
  const { hosts, address } = addresses(platform, config)
  const given = originOf(typed)
  // a plain host name has no scheme
  const origin = given ?? `http://${hostNameOf(typed)}`
  const isForMails = given !== undefined
  const args = await address.argsOfConfirming(origin, isForMails)
  await platform.runCommand(SYSTEM, confirmHost, args, { also: (tx) => hosts.confirm(tx, origin, isForMails) })
  say.log(`The shop answers under ${args.host}${isForMails ? `, and links in mails lead to ${origin}` : ''}.`)
  return 0
}
