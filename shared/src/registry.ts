import { users } from './accounts/schema.ts'
import { discrepancies, items, stockMovements } from './inventory/schema.ts'
import type { AnyCall } from './kernel/define-call.ts'
import type { AnyCollection, AnyCommand } from './kernel/define-command.ts'
import { carts, posSales } from './pos/schema.ts'
import { balances, ledgerEntries, sales } from './sales/schema.ts'
import { auditEntries, settings } from './settings/schema.ts'

/** Every collection of the product, in the order a first sync sends them. */
export const collections: readonly AnyCollection[] = [
  settings, users, balances, carts, items, posSales, sales, discrepancies, auditEntries, stockMovements, ledgerEntries,
]

/** Every command of the product. */
export const commands: readonly AnyCommand[] = []

/** Every call of the product. */
export const calls: readonly AnyCall[] = []

/** Collections that reach devices. */
export const syncedCollections: readonly AnyCollection[] = collections.filter((collection) => collection.reach === 'synced')

const collectionsByName = new Map(collections.map((collection) => [collection.name, collection]))
const commandsByName = new Map(commands.map((command) => [command.name, command]))

/** The collection of this name, or undefined when a newer peer speaks of one we do not know. */
export const findCollection = (name: string): AnyCollection | undefined => collectionsByName.get(name)

/** The command of this name, or undefined when a newer peer speaks of one we do not know. */
export const findCommand = (name: string): AnyCommand | undefined => commandsByName.get(name)
