import { confirmHostCall, listHostsCall, removeHostCall } from '@shop/shared/accounts/calls/hosts.ts'
import { confirmHost } from '@shop/shared/accounts/commands/confirm-host.ts'
import { removeHost } from '@shop/shared/accounts/commands/remove-host.ts'
import { hostRefusals } from '@shop/shared/accounts/host-errors.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { hostNameOf, originOf } from '../host-name.ts'

const NO_ADDRESS = 'This is no address of a website.'

/** GET /admin/hosts. */
export const handleListHosts = ({ hosts, address }: Accounts) =>
  implementCall(listHostsCall, async () => ({ hosts: await hosts.list(), mailTargets: await address.mailTargets() }))

/** POST /admin/hosts. */
export const handleConfirmHost = ({ hosts, address, recordSecurity }: Accounts) =>
  implementCall(confirmHostCall, async ({ body: { origin: typed, isForMails }, actor, platform, ...caller }) => {
    const origin = originOf(typed)
    if (origin === undefined) throw refusal(kernelRefusals, 'INVALID', { message: NO_ADDRESS, fields: { origin: NO_ADDRESS } })
    const args = await address.argsOfConfirming(origin, isForMails)
    await platform.runCommand(actor, confirmHost, args, {
      also: async (tx) => {
        await hosts.confirm(tx, origin, isForMails)
        await recordSecurity({ kind: 'hostConfirmed', uid: actor.uid, caller, detail: { host: args.host } }, tx)
      },
    })
    hosts.forget()
    return { success: true as const }
  })

/** DELETE /admin/hosts/{host}. */
export const handleRemoveHost = ({ hosts }: Accounts) =>
  implementCall(removeHostCall, async ({ params, origin, actor, platform }) => {
    const host = hostNameOf(params.host)
    const isThere = (await hosts.list()).some((one) => one.host === host)
    if (host === undefined || !isThere) throw refusal(kernelRefusals, 'NOT_FOUND')
    if (hostNameOf(origin) === host && !hosts.isFixed(host)) throw refusal(hostRefusals, 'HOST_IN_USE')
    await platform.runCommand(actor, removeHost, { host }, { also: (tx) => hosts.remove(tx, host) })
    hosts.forget()
    return { success: true as const }
  })
