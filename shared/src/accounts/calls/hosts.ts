import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { hostRefusals } from '../host-errors.ts'
import { hostNameSchema, originSchema } from '../rules/host.ts'

const { HOST_IN_USE, HOST_CONFIGURED, HOSTS_FULL } = hostRefusals

/** Reason why the shop answers under a host. `machine`: it names the server's own machine; `used`: admins used it before hosts were checked. */
export const hostSourceSchema = z.enum(['configured', 'machine', 'confirmed', 'used'])

/** A host the shop answers under. */
export const hostSchema = z.object({
  host: z.string(),
  source: hostSourceSchema,
  canRemove: z.boolean(),
})
/** A host the shop answers under. */
export type Host = z.infer<typeof hostSchema>

/** Address that the links in a brand's mails lead to. */
export const mailTargetSchema = z.object({
  brand: z.string(),
  /** Null while no address is configured or confirmed. An admin then has to hand on every mail with a link. */
  origin: z.nullable(z.string()),
})

/** Address that the links in a brand's mails lead to. */
export type MailTarget = z.infer<typeof mailTargetSchema>

/** Lists the hosts the shop answers under, and the addresses that links in its mails lead to. */
export const listHostsCall = defineCall({
  name: 'accounts.listHosts',
  method: 'GET',
  path: '/admin/hosts',
  access: 'admin',
  summary: 'Lists the hosts the shop answers under, each with the reason, and where the links in its mails lead.',
  output: z.object({ hosts: z.array(hostSchema), mailTargets: z.array(mailTargetSchema) }),
})

/** Confirms an address of the shop. The shop then answers under its host; if `isForMails` is true, the links in its brand's mails lead to it. */
export const confirmHostCall = defineCall({
  name: 'accounts.confirmHost',
  method: 'POST',
  path: '/admin/hosts',
  access: 'admin',
  assurance: 'second',
  summary:
    'Confirms an address of the shop. The shop then answers under the address’s host; with isForMails, the links in its brand’s mails lead there, unless PUBLIC_URL is set.',
  body: z.object({ origin: originSchema, isForMails: z.boolean() }),
  output: z.object({ success: z.literal(true) }),
  refusals: { HOSTS_FULL },
})

/** Removes a host that an admin confirmed or used. */
export const removeHostCall = defineCall({
  name: 'accounts.removeHost',
  method: 'DELETE',
  path: '/admin/hosts/{host}',
  access: 'admin',
  assurance: 'second',
  summary:
    'Removes a host that an admin confirmed or used. The shop then no longer answers under it, unless the configuration or the machine gives it that host too.',
  params: z.object({ host: hostNameSchema }),
  output: z.object({ success: z.literal(true) }),
  refusals: { HOST_IN_USE, HOST_CONFIGURED },
})
