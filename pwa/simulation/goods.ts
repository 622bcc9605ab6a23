import { EMPTY_PROFILE, type User } from '@shop/shared/accounts/schema.ts'
import { collections } from '@shop/shared/collections.ts'
import { type AnyCommand, defineCommand } from '@shop/shared/kernel/define-command.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { commands } from '@shop/shared/registry.ts'
import { completePosSale } from '@shop/shared/sales/commands/complete-pos-sale.ts'
import * as z from 'zod/mini'
import type { Registry } from '../src/sync/rows/replica.ts'
import type { Release } from './model-disk.ts'

const id = (n: number) =>
  uuidv7(
    1_700_000_000_000,
    Uint8Array.from({ length: 10 }, (_, at) => (at === 9 ? n : at === 8 ? n >> 8 : 0)),
  )

export const ADMINS = [id(1), id(2)] as const
export const CONSIGNORS = [id(11), id(12)] as const
/** Accounts of consignors before they joined, in the order of those whose they are. */
export const EARLIER = [id(21), id(22)] as const
export const userOf = (uid: string, role: User['role'], adminUntilMs: number | null = null): User => ({
  ...EMPTY_PROFILE,
  id: uid,
  email: `${uid}@example.org`,
  displayName: role,
  role,
  adminUntilMs,
  createdAtMs: 1_700_000_000_000,
})

/** The accounts of the people who sign in and prove their e-mails, and their earlier accounts. */
export const PEOPLE: readonly User[] = [
  ...ADMINS.map((uid) => userOf(uid, 'admin')),
  ...CONSIGNORS.map((uid) => ({ ...userOf(uid, 'user'), emailProvedAtMs: 1_700_000_000_000 })),
  ...EARLIER.map((uid, at) => ({ ...userOf(uid, 'user'), email: `${CONSIGNORS[at]}@example.org`, isEarlier: true })),
]

/** The first release: today's commands. */
export const firstRelease: Release = { collections, commands }

/** The second release: the arguments of the till's sale have a next version, which older servers do not know. Newer servers still accept today's
 *  from older tills. */
const secondArgs = z.object({ sale: completePosSale.args })
const secondSale = defineCommand({
  name: completePosSale.name,
  roles: completePosSale.roles,
  isFact: completePosSale.isFact,
  version: completePosSale.version + 1,
  args: secondArgs,
  upgrades: { ...completePosSale.upgrades, [completePosSale.version]: (args) => ({ sale: args }) },
  touches: ({ sale }) => completePosSale.touches(sale),
  run: (tx, { sale }, ctx) => completePosSale.run(tx, sale, ctx),
})
export const secondRelease: Release = {
  collections,
  commands: commands.map((command) => (command.name === completePosSale.name ? secondSale : command)),
}

/** Commands and collections that an app of this release knows. */
export const registryOf = (release: Release): Registry => ({
  findCollection: (name) => release.collections.find((collection) => collection.name === name),
  findCommand: (name) => release.commands.find((command) => command.name === name),
})

/** Returns a command as the app's release knows it, with arguments in that release's form. */
export function inRelease(registry: Registry, command: AnyCommand, args: unknown): { command: AnyCommand; args: unknown } {
  const known = registry.findCommand(command.name) as AnyCommand
  let current = args
  for (let from = command.version; from < known.version; from++) current = known.upgrades[from]?.(current) ?? current
  return { command: known, args: current }
}
